import { defineConfig } from "vitest/config";

// Three kinds of test by file name: `.test` is pure, `.db.test` talks to PostgreSQL, `.race.db.test` uses several
// connections at once. Browser stories (`.spec`) belong to Playwright.
export default defineConfig({
  test: {
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["node_modules/**", ".next/**", ".data/**", ".test/**"],
    globalSetup: ["db/testing/server.ts"],
    pool: "forks",
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
