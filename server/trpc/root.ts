import { createCallerFactory, router } from "./init.ts";
import { cartsRouter } from "./routers/carts.ts";
import { ordersRouter } from "./routers/orders.ts";
import { paymentsRouter } from "./routers/payments.ts";
import { productsRouter } from "./routers/products.ts";

export const appRouter = router({
  products: productsRouter,
  carts: cartsRouter,
  orders: ordersRouter,
  payments: paymentsRouter,
});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
