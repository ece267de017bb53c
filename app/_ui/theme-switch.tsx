"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { notRemembered } from "./button-look";
import { type Theme, themes } from "./theme";

const words: Readonly<Record<Theme, string>> = { auto: "Auto", light: "Light", dark: "Dark" };

/** Three submit buttons of a plain form: the choice goes into a cookie and the reader comes back to this page. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const path = usePathname();
  const search = useSearchParams().toString();
  return (
    <form method="post" action="/api/forms/theme">
      <input type="hidden" name="back" value={search === "" ? path : `${path}?${search}`} />
      <fieldset className="flex items-center gap-s3">
        <legend className="float-left">Theme</legend>
        <span className="flex">
          {themes.map((choice) => (
            <button
              key={choice}
              type="submit"
              name="theme"
              value={choice}
              {...notRemembered}
              aria-pressed={choice === theme}
              className="-ml-px min-h-tap min-w-tap cursor-pointer border border-line-strong bg-surface px-s3 text-t1 text-text first:ml-0 first:rounded-l-r1 last:rounded-r-r1 hover:text-action focus-visible:relative aria-pressed:relative aria-pressed:border-action aria-pressed:bg-action aria-pressed:font-semibold aria-pressed:text-on-action"
            >
              {words[choice]}
            </button>
          ))}
        </span>
      </fieldset>
    </form>
  );
}
