// The procedures routers may build on.
import { DomainError } from "../domain/errors.ts";
import { keyOf } from "../http/idempotency-key.ts";
import { requireCaller } from "../http/request-context.ts";
import { visitorProcedure } from "./init.ts";

export { visitorProcedure };

/** An account: browser session or API key. */
export const accountProcedure = visitorProcedure.use(({ ctx, next }) =>
  next({ ctx: { caller: requireCaller(ctx.request) } }),
);

/**
 * A mutation whose intent has a name: the `Idempotency-Key` header of its one request. In a batch with another mutation
 * the header would name two intents, so such a batch is refused. The key is read after the input is validated.
 */
export const keyedProcedure = accountProcedure.use(({ ctx, next }) => {
  const key = () => {
    if (ctx.mutations > 1) {
      const message = "A key belongs to one operation: send mutations one by one, not in a batch";
      throw new DomainError("invalid-input", { errors: [{ path: "Idempotency-Key", message }] });
    }
    return keyOf(ctx.request);
  };
  return next({ ctx: { key } });
});
