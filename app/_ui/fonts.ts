import localFont from "next/font/local";

// Only the face that every first paint needs is preloaded; the other two arrive when a page uses them.
const ui = localFont({
  src: "../../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2",
  weight: "200 800",
  display: "swap",
  variable: "--face-ui",
});

const mono = localFont({
  src: "../../node_modules/@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2",
  weight: "200 800",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  variable: "--face-mono",
});

const serif = localFont({
  src: "../../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2",
  weight: "200 900",
  display: "swap",
  preload: false,
  adjustFontFallback: "Times New Roman",
  variable: "--face-serif",
});

/** Class names that declare the three font variables on the element which carries them. */
export const fontClasses = `${ui.variable} ${mono.variable} ${serif.variable}`;
