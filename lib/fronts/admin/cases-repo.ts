import type { OperatorCaseGroup } from "@/lib/fronts/admin/cases-schema";
import { type CaseStatus, Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import type { ListPosition } from "@/lib/kernel/paging/cursor";
import { UUID } from "@/lib/kernel/paging/list-window-repo";

export type OperatorCaseFilter = {
  /** Null: both groups. */
  readonly group: OperatorCaseGroup | null;
  /** Only cases whose payer has answered. */
  readonly isAnswered: boolean;
  readonly statuses: readonly CaseStatus[];
  /** A complete transaction id, address or case id. Null: all. */
  readonly search: string | null;
  readonly before: ListPosition | null;
};

const OWN: Readonly<Record<OperatorCaseGroup, Prisma.Sql>> = {
  unowned: Prisma.sql`(c.merchant_id IS NULL AND c.kind <> 'locked')`,
  locked: Prisma.sql`c.kind = 'locked'`,
};
const EITHER = Prisma.sql`(c.merchant_id IS NULL OR c.kind = 'locked')`;

/**
 * Returns cases newest first, each with its deposit, its merchant and the sender's latest screening
 * verdict.
 */
export async function selectOperatorCases(filter: OperatorCaseFilter, limit: number) {
  const { group, isAnswered, statuses, search, before } = filter;
  const found = await database().$queryRaw<{ id: string }[]>`
    SELECT c.id FROM cases c JOIN deposits d ON d.id = c.deposit_id
    WHERE ${group === null ? EITHER : OWN[group]} AND c.status::text = ANY(${[...statuses]}::text[])
      ${
        isAnswered
          ? Prisma.sql`AND c.kind = 'locked' AND EXISTS (
        SELECT FROM aml_questionnaires q WHERE q.invoice_id = c.invoice_id AND q.submitted_at IS NOT NULL AND q.closed_at IS NULL)`
          : Prisma.empty
      }
      ${search === null ? Prisma.empty : Prisma.sql`AND ${searchCondition(search)}`}
      ${before === null ? Prisma.empty : Prisma.sql`AND (c.opened_at, c.id) < (${before.at}, ${before.id}::uuid)`}
    ORDER BY c.opened_at DESC, c.id DESC LIMIT ${limit}`;
  return readCases(found.map(({ id }) => id));
}

/** Returns a case that the operator decides or decided; null for any other. */
export async function selectOperatorCase(id: string): Promise<OperatorCaseRow | null> {
  const isOwn = { OR: [{ merchantId: null }, { kind: "locked" as const }] };
  const found = await database().case.findFirst({ where: { id, ...isOwn }, select: { id: true } });
  return found === null ? null : ((await readCases([found.id]))[0] ?? null);
}

function searchCondition(search: string): Prisma.Sql {
  if (UUID.test(search)) return Prisma.sql`(c.id = ${search}::uuid OR c.invoice_id = ${search}::uuid)`;
  const text = search.toLowerCase();
  return Prisma.sql`(lower(d.transaction_id) = ${text} OR lower(d.from_address) = ${text} OR lower(d.to_address) = ${text})`;
}

async function readCases(ids: readonly string[]) {
  const cases = await database().case.findMany({
    where: { id: { in: [...ids] } },
    orderBy: [{ openedAt: "desc" }, { id: "desc" }],
  });
  const depositIds = cases.map(({ depositId }) => depositId);
  const heldFor = cases.flatMap(({ kind, invoiceId }) => (kind === "locked" && invoiceId !== null ? invoiceId : []));
  const [deposits, merchants, verdicts, answered] = await Promise.all([
    database().deposit.findMany({ where: { id: { in: depositIds } } }),
    database().merchant.findMany({
      where: { id: { in: cases.flatMap(({ merchantId }) => merchantId ?? []) } },
      select: { id: true, name: true },
    }),
    database().screeningVerdict.findMany({
      where: { subjectKind: "deposit", subjectId: { in: depositIds }, isHit: true },
      orderBy: { at: "desc" },
      select: { subjectId: true, lists: true, at: true },
    }),
    database().amlQuestionnaire.findMany({
      where: { invoiceId: { in: heldFor }, submittedAt: { not: null }, closedAt: null },
      select: { invoiceId: true },
    }),
  ]);
  return cases.map((row) => ({
    ...row,
    deposit: deposits.find(({ id }) => id === row.depositId) ?? null,
    merchant: merchants.find(({ id }) => id === row.merchantId) ?? null,
    verdict: verdicts.find(({ subjectId }) => subjectId === row.depositId) ?? null,
    isAnswered: row.kind === "locked" && answered.some(({ invoiceId }) => invoiceId === row.invoiceId),
  }));
}
export type OperatorCaseRow = Awaited<ReturnType<typeof readCases>>[number];

/**
 * Returns the shop's order id of the invoice or static wallet that owns the address; null if
 * neither does.
 */
export async function selectCameFor({ invoiceId, walletId }: Pick<OperatorCaseRow, "invoiceId" | "walletId">) {
  const [id, kind] = invoiceId === null ? [walletId, "wallet" as const] : [invoiceId, "invoice" as const];
  if (id === null) return null;
  const select = { orderId: true } as const;
  const row =
    kind === "invoice"
      ? await database().invoice.findUnique({ where: { id }, select })
      : await database().staticWallet.findUnique({ where: { id }, select });
  return { kind, id, orderId: row?.orderId ?? "" };
}

const DECISIONS_MAX = 20;

/** Returns the audit log's decisions about a case made by users, newest first. */
export function selectCaseDecisions(caseId: string) {
  return database().auditEvent.findMany({
    where: { target: caseId, action: { in: ["case.credit", "case.refund"] } },
    orderBy: { id: "desc" },
    take: DECISIONS_MAX,
    select: { id: true, at: true, actorId: true, action: true, detail: true },
  });
}
