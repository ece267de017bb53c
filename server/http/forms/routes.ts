// What plain forms post to: every answer is a 303 to a page, so reload never posts again (post, redirect, get). The pages
// use these with and without JavaScript; only placing and paying an order have a scripted twin.
import { Hono } from "hono";
import { DomainError } from "../../domain/errors.ts";
import type { Runtime } from "../../runtime.ts";
import type { ApiEnv } from "../api.ts";
import { problemOf } from "../error-map.ts";
import { cartForms } from "./cart-forms.ts";
import { checkoutForms } from "./checkout-forms.ts";
import { readForm, safeBack } from "./read-form.ts";
import { seeOther } from "./see-other.ts";
import { sessionForms } from "./session-forms.ts";

export function formRoutes(runtime: Runtime): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    if (c.req.method !== "POST") throw new DomainError("method-not-allowed");
    await next();
  });
  app.onError((error, c) => {
    const { code } = problemOf(error, c.get("requestId"));
    // A person reads words, not JSON. What is cross-site, and what is our fault, keeps its own status and its log line.
    const isPerson = c.req.header("accept")?.includes("text/html");
    if (!isPerson || code === "forbidden" || code === "internal" || code === "unavailable") throw error;
    c.get("context").line.outcome = code;
    return seeOther(c, `/problems/${code}`);
  });
  app.route("/", cartForms(runtime));
  app.route("/", checkoutForms(runtime));
  app.route("/", sessionForms(runtime));
  app.post("/theme", async (c) => {
    c.get("context").line.operation = "theme.set";
    const { theme, back } = await readForm(c);
    if (theme !== "light" && theme !== "dark" && theme !== "auto") throw new DomainError("invalid-input");
    c.header("Set-Cookie", `theme=${theme}; Path=/; SameSite=Lax; Max-Age=31536000`);
    return seeOther(c, safeBack(back));
  });
  return app;
}
