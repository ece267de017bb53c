"use client";

import { useEffect, useState } from "react";

type LocalTimeProps = {
  /** An instant, RFC 3339 UTC. */
  at: string;
  /** Only the clock, with seconds. */
  clock?: boolean;
};

/** An instant in UTC, as the server renders it; in the reader's own zone as soon as a script can know that. */
export function LocalTime({ at, clock = false }: LocalTimeProps) {
  const [zone, setZone] = useState("UTC");
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const format = new Intl.DateTimeFormat("en-GB", {
    ...(clock ? { timeStyle: "medium" } : { dateStyle: "long", timeStyle: "short" }),
    timeZone: zone,
  });
  return (
    <time dateTime={at} className="tabular-nums">
      {format.format(new Date(at))}
      {zone === "UTC" ? " UTC" : ""}
    </time>
  );
}
