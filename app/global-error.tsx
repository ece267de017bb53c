"use client";

import "./globals.css";
import { BrokenPage } from "./_ui/broken-page";
import { fontClasses } from "./_ui/fonts";

// Replaces the layout when the layout itself fails, so it brings its own document and follows the system's theme.
export default function GlobalErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en" className={fontClasses}>
      <body>
        <main className="mx-auto w-full max-w-page px-s4 pt-s6 sm:px-s5 sm:pt-s7">
          <BrokenPage error={error} retry={retry} />
        </main>
      </body>
    </html>
  );
}
