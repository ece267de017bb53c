import { describeKeyContract } from "./contract.ts";
import { createKeyDatabase, plainStore } from "./testing/database.ts";
import { generalForm } from "./testing/general-form.ts";

describeKeyContract("the general form over a plain host", async () => {
  const database = await createKeyDatabase();
  return generalForm({
    query: database.query,
    close: database.drop,
    openStore: ({ poolMax }) => {
      const pool = database.pool({ max: poolMax });
      return { store: plainStore(pool), close: () => pool.end() };
    },
  });
});
