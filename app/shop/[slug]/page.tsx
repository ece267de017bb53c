import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound, queryValue, readAsVisitor, type SearchParams } from "@/app/_server/read";
import { quantitiesInCart } from "@/app/_server/read-cart";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Money } from "@/app/_ui/money";
import { PageTitle } from "@/app/_ui/page-title";
import { ProductDrawing } from "@/app/_ui/product-drawing";
import { TextLink } from "@/app/_ui/text-link";
import { quantityMax } from "@/server/domain/cart";
import { stockWords } from "../stock-words";
import { SetQuantity } from "./set-quantity";

type ProductPageProps = { params: Promise<{ slug: string }>; searchParams: SearchParams };

const readProduct = cache(async (sku: string) => orNotFound((await readAsVisitor()).products.get({ sku })));

const quantityMistake = `Enter a whole number from 1 to ${quantityMax}`;

export async function generateMetadata({ params, searchParams }: ProductPageProps): Promise<Metadata> {
  const { name } = await readProduct((await params).slug);
  const wrong = (await queryValue(searchParams, "problem")) === "quantity";
  return { title: wrong ? `Error: ${name}` : name };
}

export default async function ProductPage({ params, searchParams }: ProductPageProps) {
  const product = await readProduct((await params).slug);
  const { sku, name, description, price, stock } = product;
  const inCart = (await quantitiesInCart()).get(sku) ?? 0;
  const wrong = (await queryValue(searchParams, "problem")) === "quantity";
  return (
    <>
      {wrong ? (
        <div className="mb-s5">
          <ErrorSummary problems={[{ fieldId: "quantity", message: quantityMistake }]} />
        </div>
      ) : null}
      <div className="grid items-start gap-x-s7 gap-y-s5 md:grid-cols-2">
        <div className="bg-surface px-s6 py-s5">
          <ProductDrawing sku={sku} />
        </div>
        <div>
          <PageTitle above={<TextLink href="/shop">All products</TextLink>} lead={description}>
            {name}
          </PageTitle>
          <div className="grid gap-s4">
            <p className="text-t3">
              <Money value={price} />
            </p>
            <p className="text-t1 text-muted">{stockWords(stock)}</p>
            {stock === 0 ? null : (
              <SetQuantity sku={sku} inCart={inCart} error={wrong ? quantityMistake : undefined} />
            )}
          </div>
        </div>
      </div>
    </>
  );
}
