import type { Theme } from "./theme";
import { ThemeSwitch } from "./theme-switch";

export function SiteFooter({ theme }: { theme: Theme }) {
  return (
    <footer className="mt-s8 border-t border-line print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-s6 gap-y-s3 px-s4 py-s4 text-t1 text-muted sm:px-s5">
        <p>A shop for testing: no real money moves and nothing is shipped.</p>
        <ThemeSwitch theme={theme} />
      </div>
    </footer>
  );
}
