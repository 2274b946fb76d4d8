import {
  type Check,
  criticalFinding,
  errorFinding,
  type Finding,
  okFinding,
  warningFinding,
} from "@/lib/fronts/doctor/check";
import { countText, durationText } from "@/lib/fronts/doctor/format-text";
import { type ProbeRow, selectProbes } from "@/lib/fronts/doctor/probe-repo";
import type { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { type FeesPaid, gasDaysLeft, loadHotWallets, readFeesPaid } from "@/lib/sending/treasury/load-hot-wallets";

const GAS_DAYS_WARNING = 14;
const GAS_DAYS_ERROR = 3;
/** The audit runs hourly. */
const AUDIT_MS_MAX = 2.5 * 3_600_000;
const CURRENCIES_SAID_MAX = 3;

const gas: Check = {
  id: "gas",
  group: "money",
  name: "Gas",
  needsDatabase: true,
  run: async ({ now }) => {
    const [wallets, fees] = await Promise.all([loadHotWallets(), readFeesPaid(now)]);
    if (wallets.length === 0) return [okFinding(gas, "All hot wallets are empty: fund one before the first payout.")];
    return wallets.flatMap(({ networkCode, networkName, coins }) => {
      const native = coins.find(({ isNative }) => isNative);
      const tokens = coins.filter(({ isNative, hot, onDeposits }) => !isNative && hot.plus(onDeposits).gt(ZERO)).length;
      if (native === undefined && tokens === 0) return [];
      const paid = fees.find((row) => row.networkCode === networkCode);
      return [checkGas({ networkCode, networkName, hot: native?.hot ?? null, coin: native?.currencyCode ?? "", paid })];
    });
  },
};

type Gas = {
  readonly networkCode: string;
  readonly networkName: string;
  /** Of the native coin; null: there never was any. */
  readonly hot: Decimal | null;
  readonly coin: string;
  readonly paid: FeesPaid | undefined;
};

/** Checks for how many days a network's fees can be paid at the last week's rate. Pure. */
export function checkGas({ networkCode, networkName, hot, coin, paid }: Gas): Finding {
  const subject = { id: `gas:${networkCode}`, name: `Gas on ${networkName}` };
  const remedy = "Send some of the coin for network fees to the hot wallet; its address is on the Hot wallets page.";
  if (hot === null || hot.lte(ZERO))
    return errorFinding(subject, "No gas: nothing can be sent or swept there.", remedy);
  const days = gasDaysLeft(hot, paid);
  if (days === null)
    return okFinding(subject, "No network fees were paid within a week.", { measured: moneyText(hot.toFixed(), coin) });
  const extras = { measured: `${countText(days, "day", "days")} at last week's rate` };
  if (days < GAS_DAYS_ERROR) return errorFinding(subject, "Gas is almost used up.", remedy, extras);
  if (days < GAS_DAYS_WARNING) return warningFinding(subject, "Gas is low.", remedy, extras);
  return okFinding(subject, "Enough gas.", extras);
}

const cover: Check = {
  id: "cover",
  group: "money",
  name: "Coverage",
  needsDatabase: true,
  run: async () => [checkCover(await readCover())],
};

/**
 * Checks that holdings cover what is owed to merchants and users in every currency, according to
 * the books. Pure.
 */
export function checkCover(rows: readonly Cover[]): Finding {
  const short = rows.filter(({ held, owed }) => held.lt(owed));
  const extras = { measured: countText(rows.length, "currency", "currencies") };
  if (short.length === 0) return okFinding(cover, "Holdings cover what is owed in every currency.", extras);
  const said = short
    .slice(0, CURRENCIES_SAID_MAX)
    .map(({ currency, held, owed }) => moneyText(owed.minus(held).toFixed(), currency))
    .join(", ");
  const remedy =
    "See the Treasury page. Fund the hot wallet with the missing amount; if the cause is unclear, run npm run audit.";
  return criticalFinding(cover, `Holdings don't cover what is owed: ${said} missing.`, remedy, extras);
}

const audit: Check = {
  id: "audit",
  group: "money",
  name: "Audit of the books",
  needsDatabase: true,
  run: async ({ now }) => [checkAudit((await selectProbes("audit"))[0], now)],
};

/** Checks the result and age of the last hourly audit. Pure. */
export function checkAudit(probe: ProbeRow | undefined, now: Date): Finding {
  const remedy = "A worker runs it at startup and every hour. Run npm run audit to run it now.";
  if (probe === undefined) return warningFinding(audit, "No audit has finished yet.", remedy);
  const ageMs = now.getTime() - probe.checkedAt.getTime();
  const measured = `${durationText(ageMs)} ago`;
  const { state, summary, since } = probe;
  if (state !== "ok") return { ...audit, state, summary, remedy: probe.remedy, measured, since };
  if (ageMs > AUDIT_MS_MAX)
    return warningFinding(audit, "The last audit is too old.", remedy, { measured, since: probe.checkedAt });
  return okFinding(audit, summary, { measured });
}

const reversals: Check = {
  id: "reversals",
  group: "money",
  name: "Reversals",
  needsDatabase: true,
  run: async () => [checkReversalsWaiting(await readWaitingReversals())],
};

/** Checks whether anybody must attest that a booked payment is gone. Pure. */
export function checkReversalsWaiting({ count, oldestAt }: WaitingReversals): Finding {
  if (count === 0) return okFinding(reversals, "No reversals are pending.");
  const summary = `${countText(count, "booked payment", "booked payments")} no longer on the chain; two nodes have not confirmed it yet.`;
  const remedy =
    "Check the transactions on an explorer and decide on the Reversals page; with a second node they are decided automatically.";
  return criticalFinding(reversals, summary, remedy, { measured: String(count), since: oldestAt });
}

export const moneyChecks: readonly Check[] = [gas, cover, audit, reversals];

type Cover = { readonly currency: string; readonly held: Decimal; readonly owed: Decimal };

/**
 * Returns, per currency, the amounts held on chains and owed to merchants and users, where either
 * is nonzero.
 */
async function readCover(): Promise<Cover[]> {
  const rows = await database().$queryRaw<{ currency: string; held: Prisma.Decimal; owed: Prisma.Decimal }[]>`
    SELECT currency, held, owed FROM (
      SELECT a.currency_code AS currency, coalesce(sum(b.balance) FILTER (WHERE a.class = 'custody'), 0) AS held,
        coalesce(sum(b.balance) FILTER (WHERE a.class = 'liability'), 0) AS owed
      FROM accounts a JOIN account_balances b ON b.account_id = a.id GROUP BY 1) AS sums
    WHERE held <> 0 OR owed <> 0 ORDER BY 1`;
  return rows.map(({ currency, held, owed }) => ({ currency, held: decimal(held), owed: decimal(owed) }));
}

type WaitingReversals = { readonly count: number; readonly oldestAt: Date | null };

/** Returns booked deposits that disappeared from their chain and await a decision. */
async function readWaitingReversals(): Promise<WaitingReversals> {
  const [row] = await database().$queryRaw<WaitingReversals[]>`
    SELECT count(*)::int AS count, min(vanished_at) AS "oldestAt" FROM deposits
    WHERE status = 'vanished' AND booked_inclusion IS NOT NULL AND reversal_approved_at IS NULL`;
  return row ?? { count: 0, oldestAt: null };
}
