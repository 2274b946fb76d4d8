import { chunk } from "@/lib/kernel/chunk";
import { database } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { type CheckedRow, checkRow, type GoodRow } from "@/lib/money-out/payout-batches/check-row";
import { evaluateTogether, evaluateTotals } from "@/lib/money-out/payout-batches/evaluate-batch";
import type { ParsedRow } from "@/lib/money-out/payout-batches/parse-batch-file";
import { selectTakenOrderIds } from "@/lib/money-out/payout-batches/repo";
import type { BatchCheckView, BatchFinding } from "@/lib/money-out/payout-batches/schema";
import { toFormError } from "@/lib/money-out/payouts/dashboard-refusal";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { readOutflowLimits } from "@/lib/people/guards/evaluate-value";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * High enough that a thousand rows take seconds, low enough to leave database connections to
 * others.
 */
const ROWS_AT_ONCE = 4;
/** As many as a person fixes in one go. */
const FINDINGS_SHOWN = 100;

export type BatchCheck = Omit<BatchCheckView, "id" | "fileName" | "sameFile"> & {
  /** Total of all valid rows, in US dollars; null: the value of one of them is unknown. */
  readonly valueUsd: Decimal | null;
};

/**
 * Checks what a batch file would do now: every row by the rules of a single payout, then the sums
 * against balances, the gateway's holdings and the daily limit. Creates no payouts.
 * @throws AppError `forbidden` while the merchant may not pay out at all
 */
export async function checkBatch(
  merchantId: string,
  batchId: string,
  rows: readonly ParsedRow[],
  now: Date,
): Promise<BatchCheck> {
  await assertMayPayOutOrExplain(merchantId, now);
  const [merchant, limits, taken] = await Promise.all([
    getMerchant(merchantId),
    readOutflowLimits(database(), merchantId),
    selectTakenOrderIds(
      merchantId,
      rows.flatMap(({ fields }) => fields.order_id || []),
    ),
    loadCatalog(),
  ]);
  const checked = await inSmallGroups(rows, (row) => checkRow(merchant, limits, batchId, row));
  const good = checked.flatMap((row) => ("good" in row ? [row.good] : []));
  const wrong = checked.flatMap((row) => ("problems" in row ? row.problems : []));
  const totals = await evaluateTotals(merchantId, limits, good, now);
  const { valueUsd, approval } = evaluateTogether(limits, good);
  const problems = [...wrong, ...repeatedOrderIds(rows, taken)].toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));
  const all = [...totals.problems, ...problems];
  const warnings = [...lookAlikes(good), ...repeatedPayments(good)].toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return {
    rowCount: rows.length,
    problems: all.slice(0, FINDINGS_SHOWN),
    problemCount: all.length,
    warnings: warnings.slice(0, FINDINGS_SHOWN),
    warningCount: warnings.length,
    debits: totals.debits,
    arrivals: totals.arrivals,
    approvalCount: approval === null ? good.filter((row) => row.approval !== null).length : good.length,
    approval,
    valueUsd,
    lookAlikeCount: good.filter(({ lookAlike }) => lookAlike !== null).length,
    hasMovingRates: good.some(({ plan }) => plan.fiatRate !== null || plan.conversion !== null),
  };
}

/** Returns the check result for a file that cannot be parsed into rows. */
export function unreadableBatch(problems: readonly BatchFinding[]): BatchCheck {
  return {
    rowCount: 0,
    problems: problems.slice(0, FINDINGS_SHOWN),
    problemCount: problems.length,
    warnings: [],
    warningCount: 0,
    debits: [],
    arrivals: [],
    approvalCount: 0,
    approval: null,
    valueUsd: null,
    lookAlikeCount: 0,
    hasMovingRates: false,
  };
}

async function assertMayPayOutOrExplain(merchantId: string, now: Date): Promise<void> {
  try {
    await assertMayPayOut(merchantId, now);
  } catch (error) {
    throw toFormError(error);
  }
}

async function inSmallGroups(
  rows: readonly ParsedRow[],
  check: (row: ParsedRow) => Promise<CheckedRow>,
): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  for (const group of chunk(rows, ROWS_AT_ONCE)) checked.push(...(await Promise.all(group.map(check))));
  return checked;
}

function lookAlikes(rows: readonly GoodRow[]): BatchFinding[] {
  return rows.flatMap(({ number, lookAlike }) => {
    if (lookAlike === null) return [];
    const reason = `This address looks like ${lookAlike}, which you paid before: the start and end are the same, the middle differs. It waits until someone confirms this exact address.`;
    return [{ row: number, field: "address", reason }];
  });
}

/**
 * Order ids that the file repeats or that a payout of the merchant already has: such a row would
 * not be paid, although it would look paid.
 */
function repeatedOrderIds(rows: readonly ParsedRow[], taken: ReadonlySet<string>): BatchFinding[] {
  const firstRows = new Map<string, number>();
  return rows.flatMap(({ number, fields: { order_id: orderId } }) => {
    if (orderId === "") return [];
    const first = firstRows.get(orderId);
    firstRows.set(orderId, first ?? number);
    if (first !== undefined)
      return [
        { row: number, field: "order_id", reason: `Row ${first} has the same order ID. Each row needs its own.` },
      ];
    if (taken.has(orderId))
      return [{ row: number, field: "order_id", reason: "A payout with this order ID already exists." }];
    return [];
  });
}

/**
 * Rows that repeat the amount and destination of an earlier row: sometimes intended, mostly a
 * mistake.
 */
function repeatedPayments(rows: readonly GoodRow[]): BatchFinding[] {
  const firstRows = new Map<string, number>();
  return rows.flatMap(({ number, plan }) => {
    const { service, address, memo, amountText, currencyCode } = plan;
    const key = JSON.stringify([
      address,
      memo,
      plan.amount.toFixed(),
      currencyCode,
      service.currency.code,
      service.network.code,
    ]);
    const first = firstRows.get(key);
    firstRows.set(key, first ?? number);
    if (first === undefined) return [];
    return [
      {
        row: number,
        field: "address",
        reason: `The same ${moneyText(amountText, currencyCode)} to the same address as in row ${first}.`,
      },
    ];
  });
}
