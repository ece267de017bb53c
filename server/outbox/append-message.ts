// A message is written in the transaction that makes it true, so there is never a message without its fact, or a fact
// without its message. A relay publishes it afterwards, at least once.
import { v7 as uuidV7 } from "uuid";
import type { Tx } from "../../db/in-transaction.ts";
import { outbox } from "../../db/schema/outbox.ts";

/** Needs an open transaction: the type says so. */
export async function appendMessage(
  tx: Tx,
  message: { topic: string; orderId: string; payload: Record<string, unknown> },
): Promise<void> {
  await tx.insert(outbox).values({ id: uuidV7(), ...message });
}
