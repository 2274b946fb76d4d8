import { database } from "@/lib/kernel/db";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { treasury } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import type { GoodRow } from "@/lib/money-out/payout-batches/check-row";
import type { BatchCheckView, BatchFinding } from "@/lib/money-out/payout-batches/schema";
import { batchApprovalReason, type OutflowLimits, sumOthersSince } from "@/lib/people/guards/evaluate-value";
import { dollars } from "@/lib/people/guards/refusal-text";

const DAY_MS = 24 * 60 * 60 * 1000;
const NO_SUBJECT = "00000000-0000-0000-0000-000000000000";

/**
 * Sums the rows of a file, and returns what exceeds the balances, the gateway's holdings or the
 * merchant's daily limit.
 */
export async function evaluateTotals(merchantId: string, limits: OutflowLimits, rows: readonly GoodRow[], now: Date) {
  const debits = sumDebits(rows);
  const short = debits.filter(({ missing }) => missing !== null).map(shortfallFinding);
  const [limit, gateway] = await Promise.all([limitProblem(merchantId, limits, rows, now), treasuryProblems(rows)]);
  return { debits, arrivals: sumArrivals(rows), problems: [...short, ...limit, ...gateway] };
}

/**
 * Returns the total value of the rows in US dollars; null when the value of one of them is unknown.
 * `approval`: why that total requires a second person, whatever the value of each row, or null.
 */
export function evaluateTogether({ approvalAboveUsd }: OutflowLimits, rows: readonly GoodRow[]) {
  const known = rows.flatMap(({ valueUsd }) => valueUsd ?? []);
  const valueUsd = known.length < rows.length ? null : sum(known);
  return { valueUsd, approval: approvalAboveUsd === null ? null : batchApprovalReason(valueUsd, approvalAboveUsd) };
}

type Debit = BatchCheckView["debits"][number];

function sumDebits(rows: readonly GoodRow[]): Debit[] {
  return group(rows, ({ plan }) => plan.fromCode).map(([currency, of]) => {
    const amount = sum(of.map(({ plan }) => plan.debitedAmount));
    // Each row has read the balance; the smallest value is the safe one.
    const spendable = Decimal.max(
      ZERO,
      of.map(({ plan }) => plan.funds.spendable).reduce((least, one) => Decimal.min(least, one)),
    );
    const missing = amount.minus(spendable);
    return {
      currency,
      amount: amount.toFixed(),
      spendable: spendable.toFixed(),
      missing: missing.gt(ZERO) ? missing.toFixed() : null,
    };
  });
}

function shortfallFinding({ currency, amount, spendable }: Debit): BatchFinding {
  return whole(
    `The rows need ${moneyText(amount, currency)}, fees included. Your balance is ${moneyText(spendable, currency)}.`,
  );
}

function sumArrivals(rows: readonly GoodRow[]): BatchCheckView["arrivals"] {
  const keyed = group(rows, ({ plan: { service } }) => `${service.currency.code} ${service.network.code}`);
  return keyed.flatMap(([, of]) => {
    const [first] = of;
    if (first === undefined) return [];
    const { currency, network } = first.plan.service;
    return [
      {
        currency: currency.code,
        networkName: network.name,
        amount: sum(of.map(({ plan }) => plan.sentAmount)).toFixed(),
        fee: sum(of.map(({ plan }) => plan.commission)).toFixed(),
        count: of.length,
      },
    ];
  });
}

/** The merchant's daily limit for all rows together: some of them would pass one by one. */
async function limitProblem(
  merchantId: string,
  { dailyLimitUsd }: OutflowLimits,
  rows: readonly GoodRow[],
  now: Date,
): Promise<BatchFinding[]> {
  if (dailyLimitUsd === null) return [];
  const limit = `24-hour limit of ${moneyText(dollars(dailyLimitUsd), "USD")}`;
  const unknown = rows.find(({ valueUsd }) => valueUsd === null);
  if (unknown)
    return [whole(`The ${limit} can't be checked: there is no current exchange rate for ${unknown.plan.fromCode}.`)];
  const asked = { merchantId, kind: "payout" as const, subjectId: NO_SUBJECT };
  const left = await sumOthersSince(database(), asked, new Date(now.getTime() - DAY_MS));
  const worth = sum(rows.map(({ valueUsd }) => valueUsd ?? ZERO));
  if (left.plus(worth).lte(dailyLimitUsd)) return [];
  const words = `The rows are worth ${moneyText(dollars(worth), "USD")}. With ${moneyText(dollars(left), "USD")} already sent in the last 24 hours, this exceeds your ${limit}.`;
  return [whole(words)];
}

/** Conversions are paid from the gateway's own holdings. */
async function treasuryProblems(rows: readonly GoodRow[]): Promise<BatchFinding[]> {
  const converted = rows.flatMap(({ plan }) => plan.conversion ?? []);
  const problems = group(converted, ({ toCode }) => toCode).map(async ([code, of]) => {
    const asked = sum(of.map(({ toAmount, fee }) => toAmount.plus(fee)));
    if ((await findBalance(treasury(code))).gte(asked)) return [];
    return [
      whole(`The gateway can't convert this much to ${code} right now. Pay from the ${code} balance, or pay less.`),
    ];
  });
  return (await Promise.all(problems)).flat();
}

function whole(reason: string): BatchFinding {
  return { row: null, field: null, reason };
}

function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), ZERO);
}

function group<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const members = groups.get(keyOf(item));
    if (members === undefined) groups.set(keyOf(item), [item]);
    else members.push(item);
  }
  return [...groups];
}
