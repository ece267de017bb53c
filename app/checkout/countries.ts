const codes =
  "AT AU BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IN IS IT JP LT LU LV MT MX NL NO NZ PL PT RO SE SG SI SK UA US".split(
    " ",
  );

const names = new Intl.DisplayNames("en", { type: "region" });

export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** Where a parcel can be sent, by name. */
export const countries = codes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));
