import { z } from "zod";
import { getProduct } from "../../catalogue/get-product.ts";
import { listProducts } from "../../catalogue/list-products.ts";
import { skuSchema } from "../../domain/inputs.ts";
import { router } from "../init.ts";
import { visitorProcedure } from "../procedures.ts";

export const productsRouter = router({
  list: visitorProcedure.query(async ({ ctx }) => ({
    items: await listProducts(ctx.request.runtime.db),
    next: null,
  })),
  get: visitorProcedure
    .input(z.strictObject({ sku: skuSchema }))
    .query(({ ctx, input }) => getProduct(ctx.request.runtime.db, input.sku)),
});
