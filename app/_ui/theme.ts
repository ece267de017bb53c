export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The theme a cookie asks for. Anything else than our own words means "follow the system". */
export function themeFrom(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? "auto";
}
