// Who is asking, once that has been found out.
export type Caller = { readonly accountId: string; readonly role: "shopper" | "operator" };
