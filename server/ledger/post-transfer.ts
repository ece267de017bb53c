// Double entry: a transfer is named by the fact it books, so the same fact cannot be booked twice, and its legs sum to zero
// or the commit fails.
import type { Tx } from "../../db/in-transaction.ts";
import { ledgerEntries, ledgerTransfers } from "../../db/schema/ledger.ts";
import type { Money } from "../domain/money.ts";

export type Transfer = {
  /** For example `capture:<payment id>`. */
  readonly id: string;
  readonly kind: typeof ledgerTransfers.$inferInsert.kind;
  readonly orderId: string;
  readonly debit: string;
  readonly credit: string;
  readonly money: Money;
};

/** Books a transfer in the caller's transaction. Throws a unique violation when this fact is already booked. */
export async function postTransfer(
  tx: Tx,
  { id, kind, orderId, debit, credit, money }: Transfer,
): Promise<void> {
  const { amount, currency } = money;
  await tx.insert(ledgerTransfers).values({ id, kind, orderId });
  await tx.insert(ledgerEntries).values([
    { transferId: id, account: debit, amount, currency },
    { transferId: id, account: credit, amount: -amount, currency },
  ]);
}
