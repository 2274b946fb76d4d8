import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { OPEN_OUTFLOW } from "@/lib/ledger/open-statuses";
import type { SettlementRule } from "@/lib/money-out/settlements/settlement";
import type { MemberRole } from "@/lib/people/merchants/role";

export async function findRule(id: string): Promise<SettlementRule | null> {
  const row = await database().settlementRule.findUnique({ where: { id } });
  return row && toRule(row);
}

/** Returns a rule that was not removed, and locks it; with `merchantId`, only that merchant's. */
export async function lockRule(tx: Tx, id: string, merchantId?: string): Promise<SettlementRule | null> {
  await tx.$queryRaw`SELECT 1 FROM settlement_rules WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.settlementRule.findFirst({ where: { id, endedAt: null, ...(merchantId && { merchantId }) } });
  return row && toRule(row);
}

/**
 * Returns a merchant's rule for a coin, and locks it. Rules of one merchant are created one after
 * the other.
 */
export async function lockRuleOfCoin(tx: Tx, merchantId: string, currencyCode: string): Promise<SettlementRule | null> {
  await tx.$queryRaw`SELECT 1 FROM merchants WHERE id = ${merchantId}::uuid FOR NO KEY UPDATE`;
  const row = await tx.settlementRule.findFirst({ where: { merchantId, currencyCode, endedAt: null } });
  return row && (await lockRule(tx, row.id));
}

/** Lists a merchant's rules that were not removed, by coin. */
export async function listRules(merchantId: string): Promise<SettlementRule[]> {
  const where = { merchantId, endedAt: null };
  return (await database().settlementRule.findMany({ where, orderBy: { currencyCode: "asc" } })).map(toRule);
}

/**
 * Returns ids of rules with something to decide: their payout has ended; or their time has come,
 * there is no such payout, and, where the balance decides, it is large enough. Those that waited
 * longest come first.
 */
export async function selectDueRules(now: Date, limit: number): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT id::text AS id FROM (
      SELECT r.id, r.next_at FROM settlement_rules r JOIN payouts p ON p.id = r.open_payout_id
      WHERE r.open_payout_id IS NOT NULL AND r.stopped_at IS NULL AND r.ended_at IS NULL
        AND p.status NOT IN ${OPEN_OUTFLOW}
      UNION ALL
      SELECT r.id, r.next_at FROM settlement_rules r
      WHERE r.stopped_at IS NULL AND r.ended_at IS NULL AND r.open_payout_id IS NULL
        AND r.next_at <= ${now} AND r.usable_from <= ${now}
        AND (r.trigger <> 'threshold' OR r.threshold + r.keep <= (
          SELECT sum(b.balance) FROM accounts a JOIN account_balances b ON b.account_id = a.id
          WHERE a.kind = 'merchant' AND a.owner_id = r.merchant_id::text AND a.currency_code = r.currency_code))
    ) due ORDER BY next_at LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

type RuleChanges = Omit<Prisma.SettlementRuleUncheckedUpdateInput, "id" | "usableFrom" | "payouts">;

export async function updateRule(tx: Tx, id: string, data: RuleChanges): Promise<SettlementRule> {
  return toRule(await tx.settlementRule.update({ where: { id }, data }));
}

export async function insertRule(
  tx: Tx,
  data: Omit<Prisma.SettlementRuleUncheckedCreateInput, "usableFrom">,
): Promise<SettlementRule> {
  return toRule(await tx.settlementRule.create({ data }));
}

/** Records that a payout is the rule's next one. The caller holds the rule's lock. */
export async function insertSettlement(tx: Tx, rule: SettlementRule, payoutId: string, nextAt: Date): Promise<void> {
  const sequence = rule.sequence + 1;
  await tx.settlement.create({ data: { ruleId: rule.id, sequence, payoutId }, select: { payoutId: true } });
  await updateRule(tx, rule.id, { sequence, openPayoutId: payoutId, nextAt, note: null });
}

/** Forgets the payout of a rule if it is final. The caller holds the rule's lock. */
export async function clearFinalPayout(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE settlement_rules r SET open_payout_id = NULL FROM payouts p
    WHERE r.id = ${id}::uuid AND p.id = r.open_payout_id AND p.status NOT IN ${OPEN_OUTFLOW}`;
}

/** Whether the person is a member with one of these roles and not suspended. */
export async function isActiveMember(
  tx: Tx,
  who: { readonly merchantId: string; readonly userId: string },
  roles: readonly MemberRole[],
): Promise<boolean> {
  const where = { ...who, role: { in: [...roles] }, user: { isBlocked: false } };
  return (await tx.merchantMember.findFirst({ where, select: { userId: true } })) !== null;
}

/** When a backup was last restored into this database; null for never. */
export async function findLastRestore(): Promise<Date | null> {
  return (await database().restore.aggregate({ _max: { restoredAt: true } }))._max.restoredAt;
}

/** The last payouts of each of these rules, newest first. */
export async function selectLastPayouts(ruleIds: readonly string[], limit: number) {
  const rules = await database().settlementRule.findMany({
    where: { id: { in: [...ruleIds] } },
    select: { id: true, payouts: { orderBy: { sequence: "desc" }, take: limit, select: { payoutId: true } } },
  });
  const ids = rules.flatMap(({ payouts }) => payouts.map(({ payoutId }) => payoutId));
  const rows = await database().payout.findMany({
    where: { id: { in: ids } },
    orderBy: { createdAt: "desc" },
    select: { id: true, status: true, sentAmount: true, payerCode: true, createdAt: true },
  });
  return new Map(
    rules.map(({ id, payouts }) => [id, rows.filter((row) => payouts.some(({ payoutId }) => payoutId === row.id))]),
  );
}

function toRule(row: Prisma.SettlementRuleGetPayload<object>): SettlementRule {
  const { createdAt: _, ...rest } = row;
  return { ...rest, threshold: decimal(row.threshold), keep: decimal(row.keep) };
}
