import type { CaseKind, CaseStatus, Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { queueNotification } from "@/lib/people/notifications/notify-people";

/**
 * How many days after the end of an invoice anything still happens by itself: a late payment is
 * credited by the policy, the payer renews. What comes later is a person's to decide, whatever the
 * rate: the order is long forgotten by then.
 */
export const LATE_DAYS_MAX = 7;

/**
 * Cases of some deposits, by deposit. One that ended because its deposit left the chain is as good
 * as none.
 */
export async function findCasesOfDeposits(
  tx: Tx,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, OpenedCase>> {
  // One parameter: anybody may make an invoice's deposits more than a statement has room for.
  const rows = await tx.$queryRaw<Prisma.CaseGetPayload<object>[]>`
    SELECT id, merchant_id AS "merchantId", kind, status, deposit_id AS "depositId", invoice_id AS "invoiceId", wallet_id AS "walletId",
      currency_code AS "currencyCode", network_code AS "networkCode", amount, opened_at AS "openedAt", closed_at AS "closedAt",
      closed_by_id AS "closedById", resolution
    FROM cases WHERE deposit_id = ANY(${[...depositIds]}::uuid[]) AND status <> 'void'`;
  return new Map(rows.map((row) => [row.depositId, toCase(row)]));
}

/** The case of a deposit that left its chain, which ended with that. */
export async function findVoidCase(tx: Tx, depositId: string): Promise<string | null> {
  const row = await tx.case.findUnique({ where: { depositId, status: "void" }, select: { id: true } });
  return row?.id ?? null;
}

/**
 * Opens a case, or opens it again for a deposit that left its chain and came back; people who may
 * decide it are told once, unless it is quiet.
 */
export async function openCase(
  tx: Tx,
  {
    isQuiet = false,
    ...data
  }: {
    merchantId: string | null;
    kind: CaseKind;
    depositId: string;
    invoiceId: string | null;
    /** The static wallet whose address it came to. */
    walletId?: string;
    currencyCode: string;
    networkCode: string;
    amount: string;
    /** There may be hundreds, and nothing to gain by any of them. */
    isQuiet?: boolean;
  },
): Promise<string> {
  const row = await tx.case.upsert({
    where: { depositId: data.depositId },
    create: data,
    update: { ...data, status: "open", closedAt: null, closedById: null, resolution: null },
    select: { id: true },
  });
  const { merchantId, kind } = data;
  // What screening holds is for the operator to decide.
  if (merchantId === null || kind === "locked" || isQuiet) return row.id;
  const detail = { case: kind, amount: moneyText(decimal(data.amount).toFixed(), data.currencyCode) };
  await queueNotification(tx, { kind: "case_opened", merchantId, reference: row.id, detail });
  return row.id;
}

/** By id, for the gateway itself: no owner is checked. */
export async function findCase(tx: Tx, id: string): Promise<OpenedCase | null> {
  const row = await tx.case.findUnique({ where: { id } });
  return row && toCase(row);
}

/** Locks the row; what is locked before it is the caller's. */
export async function lockCaseRow(tx: Tx, id: string): Promise<OpenedCase | null> {
  await tx.$queryRaw`SELECT 1 FROM cases WHERE id = ${id}::uuid FOR UPDATE`;
  return await findCase(tx, id);
}

/**
 * Its refund failed, or its kind is another one than was thought: it waits for a decision again.
 */
export async function reopenCase(tx: Tx, id: string, data: { resolution?: string; kind?: CaseKind }): Promise<void> {
  const open = { status: "open" as const, closedAt: null, closedById: null, resolution: null };
  await tx.case.update({ where: { id }, data: { ...open, ...data }, select: { id: true } });
}

/** Moves a case whose refund is under way; `closedAt` is when that is paid. */
export async function updateCaseRefund(
  tx: Tx,
  id: string,
  data: { status: "refunding" | "refunded"; resolution: string; closedById?: string | null },
): Promise<void> {
  const closedAt = data.status === "refunded" ? new Date() : null;
  await tx.case.update({ where: { id }, data: { ...data, closedAt }, select: { id: true } });
}

export async function closeCase(
  tx: Tx,
  id: string,
  data: { status: CaseStatus; resolution: string; closedById: string | null; kind?: CaseKind },
): Promise<void> {
  await tx.case.update({ where: { id }, data: { ...data, closedAt: new Date() }, select: { id: true } });
}

function toCase(row: Prisma.CaseGetPayload<object>): OpenedCase {
  return { ...row, amount: decimal(row.amount) };
}

/** How many deposits of an invoice screening holds, undecided. */
export function countLockedCases(tx: Tx, invoiceId: string): Promise<number> {
  return tx.case.count({ where: { invoiceId, kind: "locked", status: "open" } });
}

type CaseCredit = {
  /** Null when all of it was commission. */
  readonly merchantId: string | null;
  readonly commission: Decimal;
};

/**
 * Who was credited with a case, and what was kept: what the entry itself says, since a case without
 * an owner names no merchant.
 */
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

/** A deposit that waits for a decision. */
export type OpenedCase = {
  readonly id: string;
  readonly merchantId: string | null;
  readonly kind: CaseKind;
  readonly status: CaseStatus;
  readonly depositId: string;
  readonly invoiceId: string | null;
  /** The static wallet whose address it came to. */
  readonly walletId: string | null;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly amount: Decimal;
};

/**
 * Its deposit was given to what it came for: a late payment that was accepted, or one that
 * screening held and the operator released.
 */
export function isReleased({ kind, status }: Pick<OpenedCase, "kind" | "status">): boolean {
  return (kind === "late" || kind === "locked") && status === "credited";
}
