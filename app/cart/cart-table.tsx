import { Button } from "@/app/_ui/button";
import { controlLook } from "@/app/_ui/field-frame";
import { LedgerTable } from "@/app/_ui/ledger-table";
import { Money } from "@/app/_ui/money";
import { TextLink } from "@/app/_ui/text-link";
import { type Cart, type Line, quantityMax } from "@/server/domain/cart";
import { stockWords } from "../shop/stock-words";

type CartTableProps = { cart: Cart; stock: ReadonlyMap<string, number> };

export function CartTable({ cart, stock }: CartTableProps) {
  return (
    <LedgerTable
      caption="What is in your cart"
      captionHidden
      columns={[
        {
          key: "name",
          header: "Product",
          cell: (line) => <Name line={line} stock={stock.get(line.sku) ?? 0} />,
        },
        { key: "price", header: "Price", kind: "money", cell: (line) => <Money value={line.unitPrice} /> },
        { key: "quantity", header: "Quantity", kind: "number", cell: (line) => <Quantity line={line} /> },
        { key: "remove", header: "Take out", kind: "number", cell: (line) => <Remove line={line} /> },
        { key: "total", header: "Total", kind: "money", cell: (line) => <Money value={line.total} /> },
      ]}
      rows={cart.lines}
      rowKey={({ sku }) => sku}
      total={{ label: "Total", value: <Money value={cart.total} /> }}
    />
  );
}

function Name({ line: { sku, name, quantity }, stock }: { line: Line; stock: number }) {
  return (
    <>
      <TextLink href={`/shop/${sku}`}>{name}</TextLink>
      {quantity > stock ? <span className="block text-t0 text-warn">{stockWords(stock)}</span> : null}
    </>
  );
}

function Quantity({ line: { sku, name, quantity } }: { line: Line }) {
  return (
    <form
      method="post"
      action="/api/forms/cart-lines"
      noValidate
      className="-mr-s4 sm:-mr-s5 inline-flex items-center align-middle"
    >
      <input type="hidden" name="sku" value={sku} />
      <label className="sr-only" htmlFor={`quantity-${sku}`}>
        Quantity of {name}
      </label>
      <span className="inline-block w-20">
        <input
          id={`quantity-${sku}`}
          name="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={quantityMax}
          defaultValue={quantity}
          className={`${controlLook} text-right`}
        />
      </span>
      <Button variant="quiet">
        <span>
          Update<span className="sr-only"> quantity of {name}</span>
        </span>
      </Button>
    </form>
  );
}

function Remove({ line: { sku, name } }: { line: Line }) {
  return (
    <form method="post" action="/api/forms/cart-lines/remove" className="-mr-s4 sm:-mr-s5 inline-block">
      <input type="hidden" name="sku" value={sku} />
      <Button variant="quiet">
        <span>
          Remove<span className="sr-only"> {name}</span>
        </span>
      </Button>
    </form>
  );
}
