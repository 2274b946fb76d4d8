import type { Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { type Decimal, decimal, ZERO } from "@/lib/money/decimal";

export type CaseCredit = {
  /** Null when all of it was commission. */
  readonly merchantId: string | null;
  readonly commission: Decimal;
};

/** Who was credited with a case, and what was kept: what the entry itself says, since a case without an owner names no merchant. */
export async function findCaseCredit(tx: Tx, reference: string): Promise<CaseCredit> {
  const rows = await tx.$queryRaw<{ kind: string; owner: string; credited: Prisma.Decimal }[]>`
    SELECT a.kind, a.owner_id AS owner, -p.amount AS credited
    FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
    WHERE e.kind = 'case.credit' AND e.reference = ${reference} AND a.kind IN ('merchant', 'fees-earned')`;
  const fee = rows.find((row) => row.kind === "fees-earned");
  return {
    merchantId: rows.find((row) => row.kind === "merchant")?.owner ?? null,
    commission: fee ? decimal(fee.credited) : ZERO,
  };
}
