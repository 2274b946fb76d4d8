import type { OpenedCase } from "@/lib/cases/case";
import type { Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { type Decimal, decimal, ZERO } from "@/lib/money/decimal";

/** Commission that was kept when a case was credited: what the entry itself says. */
export async function findCaseCredit(tx: Tx, opened: OpenedCase, reference: string): Promise<Decimal> {
  const rows = await tx.$queryRaw<{ commission: Prisma.Decimal | null }[]>`
    SELECT -sum(p.amount) AS commission FROM journal_entries e JOIN postings p ON p.entry_id = e.id
      JOIN accounts a ON a.id = p.account_id
    WHERE e.kind = 'case.credit' AND e.reference = ${reference} AND a.kind = 'fees-earned' AND a.currency_code = ${opened.currencyCode}`;
  const commission = rows[0]?.commission;
  return commission ? decimal(commission) : ZERO;
}
