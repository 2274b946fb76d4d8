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
 * Leaves out what came from an address of ours in a transaction that this database does not know: a
 * sweep or gas of an hour that a restored backup has lost, or a seed that somebody else uses too.
 * It is nobody's payment and no capital, since the books have it in another place of ours. Nothing
 * is booked, and the operator hears of each such transaction. Where no nonce tells that more was
 * sent than this database knows, the network's sends stop as well: what else went out may be among
 * what is still queued. The rows are of tokens that we know, whose contracts are believed about who
 * sent. Where transactions spend coins nothing is left out: coins of ours that something unknown
 * has spent are found as such (`lib/sending/sends/check-coins.ts`), and a transaction of ours may
 * come under another id.
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

/** The stop comes once for each transaction: an operator who has resumed has decided about it. */
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
 * Native coin that came along with tokens, and what it makes of the costs of arrivals, which are
 * less by it. Where it reaches the least payment of its coin it may be somebody's payment, said in
 * strange words: it is a deposit then, for people to decide, and the cost is without it. Less than
 * that, or at a hot wallet, it stays in the costs: nobody means it as a payment.
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

/** Each transaction has one account. What cancels out leaves nothing to be booked. */
function sumUp(costs: readonly ReceiveCost[]): readonly ReceiveCost[] {
  const sums = new Map<string, ReceiveCost>();
  for (const cost of costs) {
    const units = cost.units + (sums.get(cost.transactionId)?.units ?? 0n);
    sums.set(cost.transactionId, { ...cost, units });
  }
  return [...sums.values()].filter(({ units }) => units !== 0n);
}
