import { raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-key";
import type { Tx } from "@/lib/db";
import { findAddresses, type NewDeposit } from "@/lib/deposits/chain-repo";

/**
 * Leaves out what came from an address of ours in a transaction that this database does not know: a sweep or gas of an hour that a restored
 * backup has lost, or a seed that somebody else uses too. It is nobody's payment and no capital, since the books have it in another place
 * of ours. Nothing is booked, and the operator hears of each such transaction. The rows are of tokens that we know, whose contracts
 * are believed about who sent.
 */
export async function leaveOwnTransfers(
  tx: Tx,
  family: AddressFamily,
  rows: readonly NewDeposit[],
): Promise<NewDeposit[]> {
  const keyOf = ({ fromAddress }: NewDeposit) => (fromAddress === null ? null : toAddressKey(family, fromAddress));
  const senders = [...new Set(rows.map(keyOf))].filter((key) => key !== null);
  const ours = new Set((await findAddresses(tx, family, senders)).map(({ addressKey }) => addressKey));
  const others: NewDeposit[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null || !ours.has(key)) others.push(row);
    else await raiseAlarm(tx, { kind: "own-transfer-unknown", subject: row.transactionId, message: messageOf(row) });
  }
  return others;
}

function messageOf({ amount, currencyCode, networkCode, fromAddress, toAddress, transactionId }: NewDeposit): string {
  return `${amount} ${currencyCode} went from ${fromAddress} to ${toAddress} on ${networkCode} in a transaction that this database does not know (${transactionId}); nothing was booked`;
}
