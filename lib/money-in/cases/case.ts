import type { CaseKind, CaseStatus, Prisma } from "@/lib/generated/prisma/client";
import { batched } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { queueNotification } from "@/lib/people/notifications/notify-people";

/**
 * Number of days after the end of an invoice during which a late payment is still handled
 * automatically: the policy credits it, or the payer renews the invoice. Later payments need a
 * human decision, whatever the rate, because the order is long forgotten by then.
 */
export const LATE_DAYS_MAX = 7;

/**
 * Finds the cases of the given deposits, by deposit. Ignores cases that ended because their deposit
 * left the chain.
 */
export const findCasesOfDeposits = batched(
  async (tx, asked: readonly (readonly string[])[]): Promise<ReadonlyMap<string, OpenedCase>[]> => {
    // One array parameter: an invoice can receive more deposits than a statement allows parameters.
    const rows = await tx.$queryRaw<Prisma.CaseGetPayload<object>[]>`
      SELECT id, merchant_id AS "merchantId", kind, status, deposit_id AS "depositId", invoice_id AS "invoiceId", wallet_id AS "walletId",
        currency_code AS "currencyCode", network_code AS "networkCode", amount, opened_at AS "openedAt", closed_at AS "closedAt",
        closed_by_id AS "closedById", resolution
      FROM cases WHERE deposit_id = ANY(${asked.flat()}::uuid[]) AND status <> 'void'`;
    const found = new Map(rows.map((row) => [row.depositId, toCase(row)]));
    return asked.map((depositIds) => {
      const those = depositIds.flatMap((id): [string, OpenedCase][] => {
        const opened = found.get(id);
        return opened === undefined ? [] : [[id, opened]];
      });
      return new Map(those);
    });
  },
);

/** Finds the case that was closed because its deposit left the chain. */
export async function findVoidCase(tx: Tx, depositId: string): Promise<string | null> {
  const row = await tx.case.findUnique({ where: { depositId, status: "void" }, select: { id: true } });
  return row?.id ?? null;
}

/**
 * Opens a case, or reopens it for a deposit that left its chain and came back. Notifies the people
 * who may decide it once, unless it is quiet.
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
    /** The static wallet whose address received the deposit. */
    walletId?: string;
    currencyCode: string;
    networkCode: string;
    amount: string;
    /** Suppresses the notification: there may be hundreds of such cases, none worth anything. */
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
  // The operator decides about deposits that screening holds.
  if (merchantId === null || kind === "locked" || isQuiet) return row.id;
  const orderId = await findOrderId(tx, data);
  const amount = moneyText(decimal(data.amount).toFixed(), data.currencyCode);
  const detail = { case: kind, amount, ...(orderId !== null && { orderId }) };
  await queueNotification(tx, { kind: "case_opened", merchantId, reference: row.id, detail });
  return row.id;
}

async function findOrderId(
  tx: Tx,
  { invoiceId, walletId }: { readonly invoiceId: string | null; readonly walletId?: string },
): Promise<string | null> {
  const select = { orderId: true };
  if (invoiceId !== null) return (await tx.invoice.findUnique({ where: { id: invoiceId }, select }))?.orderId ?? null;
  if (walletId === undefined) return null;
  return (await tx.staticWallet.findUnique({ where: { id: walletId }, select }))?.orderId ?? null;
}

/** Finds a case by id, for internal use: ownership is not checked. */
export async function findCase(tx: Tx, id: string): Promise<OpenedCase | null> {
  const row = await tx.case.findUnique({ where: { id } });
  return row && toCase(row);
}

/** Locks the row. The caller takes any locks that precede it in the lock order. */
export async function lockCaseRow(tx: Tx, id: string): Promise<OpenedCase | null> {
  await tx.$queryRaw`SELECT 1 FROM cases WHERE id = ${id}::uuid FOR UPDATE`;
  return await findCase(tx, id);
}

/**
 * Reopens a case for a new decision, because its refund failed or because it was classified as the
 * wrong kind.
 */
export async function reopenCase(tx: Tx, id: string, data: { resolution?: string; kind?: CaseKind }): Promise<void> {
  const open = { status: "open" as const, closedAt: null, closedById: null, resolution: null };
  await tx.case.update({ where: { id }, data: { ...open, ...data }, select: { id: true } });
}

/**
 * Updates a case whose refund is in progress; `closedAt` is the time at which the refund is paid.
 */
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

/** Counts the deposits of an invoice that screening holds and that are still undecided. */
export function countLockedCases(tx: Tx, invoiceId: string): Promise<number> {
  return tx.case.count({ where: { invoiceId, kind: "locked", status: "open" } });
}

type CaseCredit = {
  /** Null when all of it was commission. */
  readonly merchantId: string | null;
  readonly commission: Decimal;
};

/**
 * Finds who was credited for a case and the commission withheld. Read from the ledger entry,
 * because a case without an owner names no merchant.
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
  /** The static wallet whose address received the deposit. */
  readonly walletId: string | null;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly amount: Decimal;
};

/**
 * Whether the deposit was credited to its original target: a late payment that was accepted, or one
 * that screening held and the operator released.
 */
export function isReleased({ kind, status }: Pick<OpenedCase, "kind" | "status">): boolean {
  return (kind === "late" || kind === "locked") && status === "credited";
}
