// The same contract that the key layer proves over a plain host, over the transactions this house really uses.
import { describeKeyContract } from "../server/idempotency/contract.ts";
import { generalForm } from "../server/idempotency/testing/general-form.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const { connect } = await createTestDatabase();
const observer = connect({ poolMax: 2 }).sql;

describeKeyContract("the general form over two pools and guarded transactions", () =>
  generalForm({
    query: async <Row extends object>(text: string, values: unknown[] = []) => [
      ...(await observer.unsafe<Row[]>(text, values as string[])),
    ],
    close: async () => {}, // the file's own clean-up closes what was connected
    openStore: ({ poolMax }) => {
      const db = connect({ poolMax });
      return { store: db, close: () => db.close(1) };
    },
  }),
);
