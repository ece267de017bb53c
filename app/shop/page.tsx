import type { Metadata } from "next";
import { readAsVisitor } from "@/app/_server/read";
import { quantitiesInCart } from "@/app/_server/read-cart";
import { Money } from "@/app/_ui/money";
import { PageTitle } from "@/app/_ui/page-title";
import { ProductDrawing } from "@/app/_ui/product-drawing";
import { TextLink } from "@/app/_ui/text-link";
import type { Product } from "@/server/domain/product";
import { AddToCart } from "./add-to-cart";
import { stockWords } from "./stock-words";

export const metadata: Metadata = { title: "Shop" };

export default async function ShopPage() {
  const caller = await readAsVisitor();
  const [{ items }, inCart] = await Promise.all([caller.products.list(), quantitiesInCart()]);
  return (
    <>
      <PageTitle lead="Six things for a desk where the books are kept.">Shop</PageTitle>
      <ul className="grid gap-x-s6 gap-y-s7 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((product) => (
          <li key={product.sku} className="border-t border-line pt-s4">
            <ProductCard product={product} inCart={inCart.get(product.sku) ?? 0} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ProductCard({ product, inCart }: { product: Product; inCart: number }) {
  const { sku, name, description, price, stock } = product;
  return (
    <article className="flex h-full flex-col gap-s3">
      <div className="bg-surface px-s5 py-s4">
        <ProductDrawing sku={sku} />
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-s4">
        <h2 className="font-serif text-t3 font-semibold">
          <TextLink href={`/shop/${sku}`}>{name}</TextLink>
        </h2>
        <p className="text-t2">
          <Money value={price} />
        </p>
      </div>
      <p className="grow">{description}</p>
      <p className="text-t1 text-muted">
        {stockWords(stock)}
        {inCart === 0 ? null : ` · ${inCart} in your cart`}
      </p>
      <AddToCart product={product} inCart={inCart} />
    </article>
  );
}
