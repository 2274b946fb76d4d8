import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import type { Tx } from "@/lib/kernel/db";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { type AccountName, treasury, treasuryShortfall } from "@/lib/ledger/account";
import { type Leg, leg } from "@/lib/ledger/post-entry";
import { lockBalance } from "@/lib/ledger/repo";

/**
 * Legs that take a coin into the treasury out of `from`: what the treasury once had to give back and did not hold is made up for first.
 * When that is all, its alarm ends. The caller posts the legs in the same transaction.
 */
export async function legsIntoTreasury(tx: Tx, from: AccountName, amount: Decimal): Promise<Leg[]> {
  const { currency } = from;
  const shortfall = (await lockBalance(tx, treasuryShortfall(currency))).negated();
  const filled = Decimal.max(ZERO, Decimal.min(shortfall, amount));
  if (filled.gt(ZERO) && filled.eq(shortfall)) await clearAlarm(tx, { kind: "treasury-short", subject: currency });
  return [...leg(from, treasuryShortfall(currency), filled), ...leg(from, treasury(currency), amount.minus(filled))];
}

/** Tells the operator that a conversion was undone whose coin the treasury no longer held. `what` names it. */
export async function tellShortfall(tx: Tx, what: string, missing: Decimal, currency: string): Promise<void> {
  await raiseAlarm(tx, {
    kind: "treasury-short",
    subject: currency,
    message: `${what} was undone and the treasury was ${moneyText(missing.toFixed(), currency)} short of what it had taken in`,
  });
}
