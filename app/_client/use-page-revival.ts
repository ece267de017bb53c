"use client";
// A page can come back from the dead: restored whole by Back, or looked at again after a long time in the background.
// What it shows may be an order by then.
import { useEffect, useRef } from "react";

const hiddenMs = 60_000;

/** @param recheck called when the page is looked at after a minute or more; a restored page is loaded anew */
export function usePageRevival(recheck: () => void): void {
  const latest = useRef(recheck);
  useEffect(() => {
    latest.current = recheck;
  });
  useEffect(() => {
    let hiddenAtMs: number | undefined;
    const onVisibility = () => {
      if (document.visibilityState === "hidden") {
        hiddenAtMs = Date.now();
      } else if (hiddenAtMs !== undefined) {
        if (Date.now() - hiddenAtMs >= hiddenMs) latest.current();
        hiddenAtMs = undefined;
      }
    };
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("pageshow", onShow);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("pageshow", onShow);
    };
  }, []);
}
