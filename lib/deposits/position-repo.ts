import type { Tx } from "@/lib/db";
import type { NewDeposit } from "@/lib/deposits/chain-repo";

/** No driver writes it into a position. */
const VERSION_MARK = "~";

/**
 * The position under which a transfer is recorded: its own, or that of the version with the same facts.
 *
 * A contract may send another amount when a reorganisation runs its transaction again in another block. What was recorded from the
 * first block must not come back to life for it then: it stays vanished, and the new transfer is a deposit of its own (`log:0~2`).
 * The caller holds the network's cursor, so nobody else records at this moment.
 */
export async function findPosition(tx: Tx, row: NewDeposit): Promise<string> {
  const versions = await tx.$queryRaw<{ position: string; isSame: boolean }[]>`
    SELECT position, (currency_code = ${row.currencyCode} AND amount = ${row.amount}::numeric
      AND address_id = ${row.addressId}::bigint) AS "isSame"
    FROM deposits WHERE network_code = ${row.networkCode} AND transaction_id = ${row.transactionId}
      AND (position = ${row.position} OR starts_with(position, ${row.position + VERSION_MARK}))`;
  const same = versions.find((version) => version.isSame);
  if (same !== undefined) return same.position;
  return versions.length === 0 ? row.position : `${row.position}${VERSION_MARK}${versions.length + 1}`;
}
