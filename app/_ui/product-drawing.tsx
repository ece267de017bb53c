import type { ReactNode } from "react";
import { BrassScale } from "./drawings/brass-scale";
import { DeskLamp } from "./drawings/desk-lamp";
import { FountainPen } from "./drawings/fountain-pen";
import { InkBottle } from "./drawings/ink-bottle";
import { LedgerNotebook } from "./drawings/ledger-notebook";
import { PlainParcel } from "./drawings/plain-parcel";
import { ReadingGlasses } from "./drawings/reading-glasses";

const drawings = new Map<string, () => ReactNode>([
  ["ledger-notebook", LedgerNotebook],
  ["fountain-pen", FountainPen],
  ["ink-bottle", InkBottle],
  ["desk-lamp", DeskLamp],
  ["brass-scale", BrassScale],
  ["reading-glasses", ReadingGlasses],
]);

const sizes = { small: "w-20", medium: "w-60 max-w-full", full: "w-full" } as const;

type ProductDrawingProps = { sku: string; size?: keyof typeof sizes };

/** A product in two inks, on a ground of `surface`. The product's name stands beside it, so it is hidden from speech. */
export function ProductDrawing({ sku, size = "full" }: ProductDrawingProps) {
  const Drawing = drawings.get(sku) ?? PlainParcel;
  return (
    <svg viewBox="0 0 240 180" className={`block h-auto ${sizes[size]}`} aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" strokeLinejoin="round">
        <Drawing />
      </g>
    </svg>
  );
}
