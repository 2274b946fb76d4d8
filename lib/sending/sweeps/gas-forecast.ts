import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import { hotCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { findFeeEstimate } from "@/lib/sending/fees/fee-estimate";
import { hasPaidForOthers } from "@/lib/sending/sweeps/repo";

/**
 * Gas is sent for the maximum cost of a sweep plus a margin: about this many times its actual cost.
 */
const GAS_OF_COST = "3";
/** The operator is alerted below this many, and the alarm is cleared at twice as many. */
const SWEEPS_LOW = 20;
const SWEEPS_SHOWN_MAX = "1000000";
const PRIORITY = "recommended";

/**
 * Returns for how many more sweeps of tokens the hot wallet's native coin will last, by the latest
 * estimate of the network's fees and its most expensive token. Null if there are no tokens, or no
 * recent estimate.
 */
export async function forecastSweeps(networkCode: string, now = new Date()): Promise<number | null> {
  const catalog = await loadCatalog();
  const native = catalog.serviceOfAsset(networkCode, null);
  if (native === null) return null;
  const tokens = catalog
    .services()
    .filter(
      ({ network, contract, mismatch }) => network.code === networkCode && contract !== null && mismatch === null,
    );
  const known = await Promise.all(tokens.map((service) => findFeeEstimate(service, PRIORITY, now)));
  const dearest = known.reduce<Decimal>((most, fee) => (fee === null ? most : Decimal.max(most, fee)), ZERO);
  if (dearest.isZero()) return null;
  const sending = (await findFeeEstimate(native, PRIORITY, now)) ?? ZERO;
  const there = Decimal.max(await findBalance(hotCustody(networkCode, native.currency.code)), ZERO);
  // If the hot wallet pays the fee directly, no gas is sent ahead and none remains on addresses.
  const each = (await hasPaidForOthers(networkCode)) ? dearest : dearest.times(GAS_OF_COST).plus(sending);
  const count = roundDown(there.dividedBy(each), 0);
  return Number.parseInt(Decimal.min(count, SWEEPS_SHOWN_MAX).toFixed(), 10);
}

/** Alerts the operator before a hot wallet runs out of gas. */
export async function watchGas(networkCode: string): Promise<void> {
  const sweeps = await forecastSweeps(networkCode);
  if (sweeps === null || (sweeps >= SWEEPS_LOW && sweeps < 2 * SWEEPS_LOW)) return;
  const alarm = { kind: "gas-low" as const, subject: networkCode };
  await withTransaction(async (tx) => {
    if (sweeps >= SWEEPS_LOW) return clearAlarm(tx, alarm);
    const message = `Gas in the hot wallet on ${networkCode} covers about ${sweeps} more sweeps`;
    await raiseAlarm(tx, { ...alarm, message });
  });
}
