import { withLongReads } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { endCheckpoint, findCheckpoint, takeCheckpoint } from "@/lib/ledger/audit-checkpoint-repo";
import { AUDIT_RULES } from "@/lib/ledger/audit-repo";
import { type AuditRule, type AuditStart, countChecked, findViolations } from "@/lib/ledger/audit-rule-repo";
import { CREDIT_RULES } from "@/lib/ledger/credit-rules-repo";
import { ARRIVAL_RULES, COIN_RULES, INTERNAL_PAYMENT_RULES, REVERSAL_RULES } from "@/lib/ledger/deposit-rules-repo";
import { PAYOUT_RULES, REFUND_RULES, RESERVED_RULES } from "@/lib/ledger/outflow-rules-repo";
import { SEND_RULES, SWEEP_RULES } from "@/lib/ledger/sending-rules-repo";

export type AuditReport = {
  readonly passed: readonly string[];
  /** What could not be checked, and why. */
  readonly skipped: readonly string[];
  /** One line per violation. */
  readonly differences: readonly string[];
};

/** All rules of the ledger audit. */
export const BOOK_RULES: readonly AuditRule[] = [
  ...AUDIT_RULES,
  ...CREDIT_RULES,
  ...REVERSAL_RULES,
  ...SEND_RULES,
  ...RESERVED_RULES,
  ...PAYOUT_RULES,
  ...REFUND_RULES,
  ...INTERNAL_PAYMENT_RULES,
  ...SWEEP_RULES,
  ...COIN_RULES,
  ...ARRIVAL_RULES,
];

/** Maximum number of violations shown per rule; the count gives the total. */
const SHOWN_MAX = 20;
/** An audit of everything that takes longer is not repeated every hour, but once a day. */
const WHOLE_MS_MAX = 60_000;
const DAY_MS = 86_400_000;

/**
 * Checks the rules that need only the database: each is a query that returns no rows when
 * everything is consistent.
 */
export async function auditBooks(signal?: AbortSignal): Promise<AuditReport> {
  return await withLongReads(async (client) => {
    const passed: string[] = [];
    const differences: string[] = [];
    for (const rule of BOOK_RULES) {
      const violations = await findViolations(client, rule);
      if (violations.length === 0) passed.push(`${rule.title} (${await countChecked(client, rule)} checked)`);
      else differences.push(...linesOf(rule, violations));
    }
    return { passed, skipped: [], differences };
  }, signal);
}

/** Returns the differences among what has changed since `start`, and between all sums. */
export async function auditRecentBooks(start: AuditStart, signal?: AbortSignal): Promise<readonly string[]> {
  return await withLongReads(async (client) => {
    const differences: string[] = [];
    for (const rule of BOOK_RULES) differences.push(...linesOf(rule, await findViolations(client, rule, start)));
    return differences;
  }, signal);
}

function linesOf({ title }: AuditRule, violations: readonly string[]): string[] {
  const lines = violations.slice(0, SHOWN_MAX).map((violation) => `${title}: ${violation}`);
  const more = violations.length - SHOWN_MAX;
  return more > 0 ? [...lines, `${title}: and ${more} more`] : lines;
}

/**
 * Returns the differences that the audit of everything finds. If the last one took long, was clean
 * and ended less than a day ago, only what has changed since then is checked first; where that
 * finds a difference, everything is checked.
 */
export async function auditBooksRegularly(signal?: AbortSignal, wholeMsMax = WHOLE_MS_MAX): Promise<readonly string[]> {
  const checkpoint = await findCheckpoint();
  const ageMs = checkpoint === null ? DAY_MS : Date.now() - checkpoint.takenAt.getTime();
  // A clock that ran ahead has kept a time that is still to come.
  const isDue = ageMs >= DAY_MS || ageMs < 0;
  if (checkpoint !== null && !isDue && (await auditRecentBooks(checkpoint, signal)).length === 0) return [];
  const begunAt = new Date();
  const { differences } = await auditBooks(signal);
  // Until everything is clean again, everything is checked.
  if (differences.length > 0) await endCheckpoint();
  else if (Date.now() - begunAt.getTime() >= wholeMsMax) await keepCheckpoint(begunAt, signal);
  return differences;
}

/** Without one the next audit takes as long as this one, which is no reason to lose its result. */
async function keepCheckpoint(begunAt: Date, signal?: AbortSignal): Promise<void> {
  try {
    await withLongReads((client) => takeCheckpoint(client, begunAt), signal);
  } catch (error) {
    log().error({ err: error }, "a checkpoint of the audit could not be kept");
  }
}
