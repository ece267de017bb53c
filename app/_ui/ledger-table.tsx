import { type ReactNode, useId } from "react";

export type LedgerColumn<Row> = {
  key: string;
  header: string;
  /** `number` and `money` stand on the right, `code` is monospaced. */
  kind?: "text" | "number" | "money" | "code";
  /** A share of the table, where several tables should line up. */
  width?: "half" | "third" | "quarter";
  cell: (row: Row) => ReactNode;
};

type LedgerTableProps<Row> = {
  caption: ReactNode;
  captionHidden?: boolean;
  /** The first column names its row. */
  columns: readonly LedgerColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** A last line under a double rule. */
  total?: { label: ReactNode; value: ReactNode };
  /** Many columns: keeps its shape on a narrow screen and scrolls sideways, instead of stacking each row. */
  wide?: boolean;
};

const cellKinds = {
  text: "",
  number: "sm:text-right",
  money: "sm:text-right whitespace-nowrap",
  code: "font-mono text-t0",
} as const;
const headKinds = { text: "", number: "text-right", money: "text-right", code: "" } as const;
const widths = { half: "sm:w-1/2", third: "sm:w-1/3", quarter: "sm:w-1/4" } as const;

// Stacked on a narrow screen: each row a block, each cell a line with its header's words on the left.
const stacked = {
  block: "max-sm:block",
  lead: "max-sm:block",
  head: "max-sm:sr-only",
  row: "max-sm:block max-sm:py-s2",
  cell:
    "max-sm:flex max-sm:justify-between max-sm:gap-s4 max-sm:py-s1 max-sm:pr-0 max-sm:text-right " +
    "max-sm:before:content-[attr(data-label)] max-sm:before:whitespace-nowrap max-sm:before:text-left " +
    "max-sm:before:font-ui max-sm:before:text-t1 max-sm:before:text-muted",
  total: "max-sm:flex max-sm:justify-between",
} as const;
const unstacked: Readonly<Record<keyof typeof stacked, string>> = {
  block: "",
  lead: "whitespace-nowrap",
  head: "",
  row: "",
  cell: "whitespace-nowrap",
  total: "",
};
type Layout = typeof unstacked;

/** Rows as a bookkeeper rules them: hairlines, figures in columns, a double rule above the total. */
export function LedgerTable<Row>(props: LedgerTableProps<Row>) {
  const { caption, captionHidden = false, columns, rows, rowKey, total, wide = false } = props;
  const captionId = useId();
  const layout = wide ? unstacked : stacked;
  const table = (
    <table className={`w-full border-collapse border-b border-line text-t1 tabular-nums ${layout.block}`}>
      <caption
        id={captionId}
        className={captionHidden ? "sr-only" : `pb-s2 text-left font-semibold ${layout.block}`}
      >
        {caption}
      </caption>
      <thead className={layout.head}>
        <tr className="text-left align-bottom text-t0 text-muted whitespace-nowrap">
          {columns.map(({ key, header, kind = "text", width }) => (
            <th
              key={key}
              scope="col"
              className={`pr-s4 pb-s2 last:pr-0 ${headKinds[kind]} ${width ? widths[width] : ""}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={layout.block}>
        {rows.map((row) => (
          <Line key={rowKey(row)} row={row} columns={columns} layout={layout} />
        ))}
      </tbody>
      {total ? <Total {...total} span={columns.length - 1} layout={layout} /> : null}
    </table>
  );
  if (!wide) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-labelledby={captionId} tabIndex={0} className="overflow-x-auto">
      {table}
    </section>
  );
}

type LineProps<Row> = { row: Row; columns: readonly LedgerColumn<Row>[]; layout: Layout };

function Line<Row>({ row, columns, layout }: LineProps<Row>) {
  return (
    <tr className={`border-t border-line align-baseline ${layout.row}`}>
      {columns.map(({ key, header, kind = "text", cell }, index) => {
        const look = `py-s2 pr-s4 last:pr-0 ${cellKinds[kind]}`;
        return index === 0 ? (
          <th key={key} scope="row" className={`${look} text-left font-semibold ${layout.lead}`}>
            {cell(row)}
          </th>
        ) : (
          <td key={key} data-label={header} className={`${look} ${layout.cell}`}>
            {cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

type TotalProps = { label: ReactNode; value: ReactNode; span: number; layout: Layout };

function Total({ label, value, span, layout }: TotalProps) {
  return (
    <tfoot className={layout.block}>
      <tr className={`rule-total text-t2 font-semibold ${layout.total}`}>
        <th scope="row" colSpan={span} className="py-s3 pr-s4 text-left">
          {label}
        </th>
        <td className="py-s3 text-right whitespace-nowrap">{value}</td>
      </tr>
    </tfoot>
  );
}
