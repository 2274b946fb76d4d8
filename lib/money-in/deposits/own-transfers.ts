import { toAddressKey } from "@/lib/chains/address-keys";
import type { ChainDriver, ReceiveCost, ScanResult, Transfer } from "@/lib/chains/driver";
import { findOpenAmong, raiseAlarms } from "@/lib/kernel/alarms/raise-alarm";
import type { Tx } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { moneyText } from "@/lib/kernel/money/format";
import { findAddresses } from "@/lib/money-in/deposits/chain-repo";
import type { NewDeposit } from "@/lib/money-in/deposits/position-repo";
import { insertOutcomeStop } from "@/lib/pricing/catalog/networks-repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";

type Chain = Pick<ChainDriver, "family" | "features">;

/**
 * Leaves out transfers from the gateway's own addresses in transactions that this database does not
 * know: a sweep or gas transfer that a restored backup has lost, or another user of the same seed.
 * Such a transfer is neither a payment nor capital, since the ledger already has the amount in
 * another of its accounts. Nothing is booked, and an alarm is raised for each such transaction. On
 * networks without nonces, which would reveal that more was sent than this database knows, sending
 * stops as well: whatever else was sent may still be queued. All rows are of known tokens, whose
 * contracts are trusted to report the sender. On UTXO networks nothing is left out: coins that an
 * unknown transaction has spent are detected separately (`lib/sending/sends/check-coins.ts`), and
 * one of the gateway's transactions may appear under another id.
 */
export async function excludeOwnTransfers(
  tx: Tx,
  { family, features }: Chain,
  rows: readonly NewDeposit[],
): Promise<NewDeposit[]> {
  if (features.spending === "coins") return [...rows];
  const keyOf = ({ fromAddress }: NewDeposit) => (fromAddress === null ? null : toAddressKey(family, fromAddress));
  const senders = [...new Set(rows.map(keyOf))].filter((key) => key !== null);
  const ours = new Set((await findAddresses(tx, family, senders)).map(({ addressKey }) => addressKey));
  const isOwn = (row: NewDeposit) => ours.has(keyOf(row) ?? "");
  await raiseUnknown(tx, rows.filter(isOwn), features.spending === "expiring");
  return rows.filter((row) => !isOwn(row));
}

/**
 * Stops the network once per transaction: an operator who has resumed it has decided about that
 * transaction.
 */
async function raiseUnknown(tx: Tx, rows: readonly NewDeposit[], isStopping: boolean): Promise<void> {
  const ids = rows.map(({ transactionId }) => transactionId);
  const raised = await findOpenAmong(tx, "unknown-internal-transfer", ids);
  const fresh = rows.filter(({ transactionId }) => !raised.has(transactionId));
  const alarms = fresh.map((row) => ({ subject: row.transactionId, message: messageOf(row) }));
  await raiseAlarms(tx, "unknown-internal-transfer", alarms);
  const [first] = fresh;
  if (isStopping && first !== undefined) {
    await insertOutcomeStop(tx, { networkCode: first.networkCode, reason: messageOf(first) });
  }
}

function messageOf({ amount, currencyCode, networkCode, fromAddress, toAddress, transactionId }: NewDeposit): string {
  return `${moneyText(amount, currencyCode)} moved from ${fromAddress} to ${toAddress} on ${networkCode} in a transaction that is not in this database (${transactionId}); nothing was booked`;
}

type LargeExcess = { readonly costs: readonly ReceiveCost[]; readonly excesses: readonly Transfer[] };

/**
 * Extracts native coin that arrived together with tokens, and adjusts the receive costs, which it
 * had reduced. An amount of at least the coin's minimum payment may be a payment with an unusual
 * message: it becomes a deposit for a human decision, and the cost is corrected. A smaller amount,
 * or one at a hot wallet, stays in the costs, because nobody means it as a payment.
 */
export function extractLargeExcess(
  catalog: Catalog,
  networkCode: string,
  { costs = [], excesses = [] }: Pick<ScanResult, "costs" | "excesses">,
  isHot: (address: string) => boolean,
): LargeExcess {
  const native = catalog.serviceOfAsset(networkCode, null);
  const large = excesses.filter(
    ({ units, to }) =>
      native !== null && !isHot(to.address) && fromBaseUnits(units, native.decimals).gte(native.paymentMin),
  );
  if (large.length === 0) return { costs, excesses: [] };
  const added = large.flatMap(({ transactionId, to: { address }, units, block }) =>
    block === null ? [] : [{ transactionId, address, units, block }],
  );
  return { costs: sumUp([...costs, ...added]), excesses: large };
}

/** Adds up costs per transaction, each of which has one account. Leaves out sums of zero. */
function sumUp(costs: readonly ReceiveCost[]): readonly ReceiveCost[] {
  const sums = new Map<string, ReceiveCost>();
  for (const cost of costs) {
    const units = cost.units + (sums.get(cost.transactionId)?.units ?? 0n);
    sums.set(cost.transactionId, { ...cost, units });
  }
  return [...sums.values()].filter(({ units }) => units !== 0n);
}
