import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Meta } from "./init.ts";
import { appRouter } from "./root.ts";

type Definition = { type: "query" | "mutation" | "subscription"; meta?: Meta; inputs: z.ZodType[] };

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: Definition }>,
).map(([name, { _def }]) => ({ name, ..._def }));

describe("the retry story of every mutation", () => {
  it("is told: local, external, natural or cas", () => {
    const silent = procedures.filter(({ type, meta }) => type === "mutation" && meta?.retry === undefined);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it("knows every mutation by name, so that a new one is a decision", () => {
    const told = procedures
      .filter(({ type }) => type === "mutation")
      .map(({ name, meta }) => `${name}: ${meta?.retry}`);
    expect(told.sort()).toEqual([
      "carts.removeLine: natural",
      "carts.setLine: natural",
      "orders.place: external",
      "payments.payAgain: external",
    ]);
  });
});

describe("inputs", () => {
  it("bound every string, list and number, and close every object", async () => {
    const { z: zod } = await import("zod");
    const open = procedures.flatMap(({ name, inputs }) =>
      inputs.flatMap((input) =>
        unbounded(zod.toJSONSchema(input, { io: "input", unrepresentable: "any" }), name),
      ),
    );
    expect(open).toEqual([]);
  });
});

type Schema = Record<string, unknown>;

/** The places where a schema lets in more than it must. */
function unbounded(schema: Schema, at: string): string[] {
  const inner = (key: string) =>
    ((schema[key] as Schema[] | undefined) ?? []).flatMap((s) => unbounded(s, at));
  const nested = [...inner("anyOf"), ...inner("allOf"), ...inner("oneOf")];
  switch (schema.type) {
    case "string":
      return [
        ...nested,
        ...("maxLength" in schema || "pattern" in schema || "enum" in schema || "const" in schema
          ? []
          : [at]),
      ];
    case "number":
    case "integer":
      return "maximum" in schema && "minimum" in schema ? nested : [...nested, at];
    case "array":
      return "maxItems" in schema ? unbounded(schema.items as Schema, `${at}[]`) : [...nested, at];
    case "object": {
      const properties = Object.entries((schema.properties as Record<string, Schema>) ?? {});
      const open = schema.additionalProperties === false ? [] : [`${at} is open`];
      return [
        ...nested,
        ...open,
        ...properties.flatMap(([name, value]) => unbounded(value, `${at}.${name}`)),
      ];
    }
    default:
      return nested;
  }
}
