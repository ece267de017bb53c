// The house rules as a test: who may import whom, sizes, names, words, and paths in documents that must exist.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((file) => file !== "" && existsSync(path.join(root, file)));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const isTest = (file: string) => /\.test\.tsx?$|\.spec\.ts$|\/testing\/|-in-test\.ts$/.test(file);
const product = code.filter((file) => !isTest(file) && !file.startsWith("e2e/"));

type Import = { readonly from: string; readonly typeOnly: boolean };

/** Local imports as paths from the root, packages by name. */
function importsOf(file: string): Import[] {
  return [...read(file).matchAll(/^\s*(import|export)\s+(type\s+)?[^;]*?\bfrom\s+"([^"]+)"/gm)].map(
    (match) => {
      const name = match[3] ?? "";
      const local = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(file), name);
      return {
        from: name.startsWith(".") || name.startsWith("@/") ? local : name,
        typeOnly: match[2] !== undefined,
      };
    },
  );
}

const inside = (file: string, ...folders: string[]) => folders.some((folder) => file.startsWith(folder));

function offenders(
  folder: string | ((file: string) => boolean),
  allowed: (from: string, file: string, typeOnly: boolean) => boolean,
): string[] {
  return product
    .filter((file) => (typeof folder === "string" ? file.startsWith(folder) : folder(file)))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ from, typeOnly }) => !allowed(from, file, typeOnly))
        .map(({ from }) => `${file} imports ${from}`),
    );
}

const features = [
  "accounts",
  "carts",
  "catalogue",
  "checkout",
  "orders",
  "payments",
  "outbox",
  "ledger",
  "faults",
];
const edges: Record<string, string[]> = {
  carts: [],
  checkout: ["accounts", "carts"],
  orders: ["accounts", "checkout", "payments", "outbox"],
  payments: ["ledger", "outbox"],
};

describe("who may import whom", () => {
  it("keeps the domain pure: zod and itself, nothing that reads, asks or rolls dice", () => {
    expect(offenders("server/domain/", (from) => from === "zod" || inside(from, "server/domain/"))).toEqual(
      [],
    );
    const impure = /\bDate\.now\(|\bnew Date\(\)|Math\.random\(|\bcrypto\b|process\./;
    expect(product.filter((file) => file.startsWith("server/domain/") && impure.test(read(file)))).toEqual(
      [],
    );
  });

  it("keeps the key layer liftable: Drizzle, node:crypto, canonical JSON and itself", () => {
    const packages = ["drizzle-orm", "drizzle-orm/pg-core", "node:crypto", "canonicalize"];
    expect(
      offenders(
        "server/idempotency/",
        (from) => packages.includes(from) || inside(from, "server/idempotency/"),
      ),
    ).toEqual([]);
  });

  it("lets db see only the domain of the server", () => {
    expect(
      offenders("db/", (from) => !inside(from, "server/", "app/") || inside(from, "server/domain/")),
    ).toEqual([]);
  });

  it("lets features see the domain, db, keys, and only the neighbours that are named", () => {
    for (const feature of features) {
      const neighbours = [feature, ...(edges[feature] ?? [])].map((name) => `server/${name}/`);
      const may = ["server/domain/", "server/idempotency/index.ts", "db/", ...neighbours];
      expect(
        offenders(
          // A command is a process of its own: it reads the environment.
          (file) => file.startsWith(`server/${feature}/`) && !file.endsWith("-command.ts"),
          (from) => !inside(from, "server/", "db/", "app/", "next", "@trpc/", "hono") || inside(from, ...may),
        ),
      ).toEqual([]);
    }
  });

  it("never lets the conversation with the provider see the database", () => {
    const talk = (file: string) => /^server\/payments\/(charge|processor|stripe-processor)\.ts$/.test(file);
    expect(offenders(talk, (from) => !/^db\/|drizzle|^postgres$|^pg$/.test(from))).toEqual([]);
  });

  it("keeps SQL out of transports", () => {
    const transport = (file: string) => inside(file, "server/http/", "server/trpc/");
    expect(
      offenders(transport, (from) => !/drizzle|^db\/schema|^db\/client|^postgres$|^pg$/.test(from)),
    ).toEqual([]);
    expect(offenders(transport, (from) => !inside(from, "app/", "server/jobs/"))).toEqual([]);
  });

  it("keeps the simulator a stranger", () => {
    expect(
      offenders(
        "server/provider-simulator/",
        (from) => !inside(from, "server/", "db/", "app/") || inside(from, "server/provider-simulator/"),
      ),
    ).toEqual([]);
  });

  it("lets pages reach the server only through its caller, the domain and types", () => {
    const may = (from: string, _file: string, typeOnly: boolean) =>
      !inside(from, "server/", "db/") ||
      inside(from, "server/domain/", "server/trpc/caller") ||
      (typeOnly && inside(from, "server/trpc/"));
    expect(offenders((file) => inside(file, "app/") && !inside(file, "app/api/"), may)).toEqual([]);
    const client = (file: string) => inside(file, "app/") && read(file).startsWith('"use client"');
    const clientMay = (from: string, _file: string, typeOnly: boolean) =>
      typeOnly ||
      inside(from, "server/domain/") ||
      (inside(from, "app/") && !inside(from, "app/_server/", "app/api/")) ||
      !inside(from, "app/", "server/", "db/", "node:");
    expect(offenders(client, clientMay)).toEqual([]);
  });
});

describe("who may do what", () => {
  it("opens transactions in one place only", () => {
    const opens = /\bsql\.begin\b|\.transaction\(|\bbegin isolation\b|query\(["'`]begin/i;
    const found = product.filter(
      (file) => opens.test(withoutComments(file)) && !inside(file, "server/provider-simulator/"),
    );
    expect(found).toEqual(["db/in-transaction.ts"]);
  });

  it("reads the environment in one place only", () => {
    const own = ["server/env.ts"];
    const found = product.filter(
      (file) =>
        /process\.env\b/.test(withoutComments(file)) &&
        !inside(file, "scripts/", "server/provider-simulator/"),
    );
    expect(found.filter((file) => !own.includes(file))).toEqual([]);
  });

  it("never builds SQL from what came in", () => {
    const found = product.filter(
      (file) =>
        /sql\.raw\(|unsafe\(`[^`]*\$\{/.test(read(file)) && !inside(file, "server/provider-simulator/"),
    );
    expect(found).toEqual(["server/idempotency/expire.ts"]); // day bounds, made from a clock
  });

  it("never updates or deletes without saying which rows", () => {
    const bare = /\b(?:auto|tx|handle)\s*\.(update|delete)\([a-zA-Z]+\)(?:(?!\.where\(|;)[\s\S])*;/;
    expect(
      product.filter(
        (file) =>
          inside(file, "server/", "db/") && bare.test(withoutComments(file)) && /drizzle/.test(read(file)),
      ),
    ).toEqual([]);
  });
});

describe("names, sizes and words", () => {
  it("keeps files short enough to be one idea", () => {
    const long = code.filter((file) => {
      const lines = read(file).split("\n").length;
      return lines > (isTest(file) || file.startsWith("e2e/") ? 300 : 200);
    });
    expect(long).toEqual([]);
  });

  it("has no drawers", () => {
    const drawer = /(^|\/)(utils?|helpers?|misc|common|managers?|services?)(\/|\.|-)/;
    expect(files.filter((file) => drawer.test(file))).toEqual([]);
  });

  it("names files in kebab-case and a verb's file after its function", () => {
    const own = code.filter((file) => !inside(file, "app/") && !/\.config\.(ts|mjs)$/.test(file));
    expect(own.filter((file) => !/^[a-z0-9-]+(\.[a-z-]+)*$/.test(path.basename(file)))).toEqual([]);
  });

  it("promises at-least-once delivery and an effect that happens once, never more", () => {
    const documents = files.filter((file) => file.endsWith(".md"));
    expect(documents.filter((file) => /exactly[- ]once delivery/i.test(read(file)))).toEqual([]);
  });

  it("points only to files that exist", () => {
    const missing = files
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) =>
        [
          ...read(file).matchAll(
            /`((?:server|db|app|e2e|scripts|bench)\/[\w\-./[\]]+\.(?:ts|tsx|sql|mjs|md))`/g,
          ),
        ]
          .map((match) => match[1] ?? "")
          .filter((target) => !existsSync(path.join(root, target)))
          .map((target) => `${file} names ${target}`),
      );
    expect(missing).toEqual([]);
  });

  it("has no test that is skipped, focused, sleeping or retried", () => {
    const weak = /\b(it|test|describe)\.(skip|only|fixme|todo)\b|waitForTimeout|networkidle|retries: *[1-9]/;
    const tests = code.filter((file) => isTest(file) && !file.endsWith("tidy.test.ts"));
    expect(tests.filter((file) => weak.test(read(file)))).toEqual([]);
  });
});

function withoutComments(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "");
}
