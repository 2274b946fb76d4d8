import { AUDIT_RULES, type AuditRule, countChecked, findViolations } from "@/lib/ledger/audit-repo";
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

/**
 * Checks the rules that need only the database: each is a query that returns no rows when
 * everything is consistent.
 */
export async function auditBooks(): Promise<AuditReport> {
  const passed: string[] = [];
  const differences: string[] = [];
  for (const rule of BOOK_RULES) {
    const violations = await findViolations(rule);
    if (violations.length === 0) passed.push(`${rule.title} (${await countChecked(rule)} checked)`);
    else {
      differences.push(...violations.slice(0, SHOWN_MAX).map((violation) => `${rule.title}: ${violation}`));
      if (violations.length > SHOWN_MAX) differences.push(`${rule.title}: and ${violations.length - SHOWN_MAX} more`);
    }
  }
  return { passed, skipped: [], differences };
}
