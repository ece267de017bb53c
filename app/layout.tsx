import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { fontClasses } from "./_ui/fonts";
import { SiteFooter } from "./_ui/site-footer";
import { SiteHeader } from "./_ui/site-header";
import { themeFrom } from "./_ui/theme";

export const metadata: Metadata = {
  title: { default: "Paid Once", template: "%s · Paid Once" },
  description: "A checkout you can double-click, reload, time out and retry, and that charges once.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

// Reading the cookie makes every page dynamic, and each response needs that anyway: its script nonce is its own.
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeFrom((await cookies()).get("theme")?.value);
  return (
    <html lang="en" data-theme={theme === "auto" ? undefined : theme} className={fontClasses}>
      <body className="flex min-h-dvh flex-col">
        <a
          href="#main"
          className="sr-only bg-surface font-semibold text-action focus-visible:not-sr-only focus-visible:absolute focus-visible:top-s2 focus-visible:left-s2 focus-visible:z-10 focus-visible:px-s4 focus-visible:py-s3"
        >
          Skip to the content
        </a>
        <SiteHeader />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-page grow px-s4 pt-s6 outline-none focus-visible:shadow-none sm:px-s5 sm:pt-s7"
        >
          {children}
        </main>
        <SiteFooter theme={theme} />
      </body>
    </html>
  );
}
