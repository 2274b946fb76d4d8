import { accountKey } from "@/lib/chains/address-keys";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { OPEN_OUTFLOW } from "@/lib/ledger/open-statuses";
import { BLOCK_MS, PAYOUT_ROLES } from "@/lib/people/guards/assert-may-pay-out";
import {
  type PayoutObstacles,
  readPayoutObstacles,
  selectOrderedOutflow,
  shareHoldLock,
} from "@/lib/people/guards/repo";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { findUsdPrices } from "@/lib/pricing/rates/queries";
import type { Blocker, Send } from "@/lib/sending/sends/send";

/**
 * Prices move between creation and signing, but mostly by less: a value that the guards counted
 * below this fraction must have been forged.
 */
const CREDIBLE_PART = "0.5";

/**
 * Returns which of these sends of payouts and refunds must not be signed because the outflow guards
 * would not have let them pass: the reason as text, by send id. Recomputed from the rows in the
 * transaction that signs, so that a send inserted directly into the table is never signed.
 */
export async function findUnverifiedOutflows(tx: Tx, sends: readonly Send[]): Promise<ReadonlyMap<string, string>> {
  const prices = await findUsdPrices(
    sends.map(({ currencyCode }) => currencyCode),
    tx,
  );
  const asked = sends.map(({ id, networkCode, currencyCode, amount, toAddress }): AskedSend => {
    const network = REVIEWED_NETWORKS.find(({ code }) => code === networkCode);
    invariant(network, `${networkCode} is a network that this version knows`);
    const price = prices.get(currencyCode);
    const leastValueUsd = price === undefined ? null : amount.times(price).times(CREDIBLE_PART);
    return { id, family: network.family, accountKey: accountKey(network.family, toAddress), leastValueUsd };
  });
  return await selectUnverified(tx, asked);
}

/** A send of a payout or refund, with the values its database records are compared with. */
type AskedSend = {
  readonly id: string;
  readonly family: string;
  /** Account key of its destination, in the notation of screening lists. */
  readonly accountKey: string;
  /**
   * In US dollars: the guards must have counted at least this much. Null: its current value is
   * unknown.
   */
  readonly leastValueUsd: Decimal | null;
};

/**
 * Returns what is missing of the records that every payout and refund has after passing the guards,
 * as text by send id; a single statement. Checks the payout or refund, its authorisation, its
 * required reviews, and its posting in the journal. A case's refund by the operator passes no
 * guards: for it, the audit log must name an operator.
 */
async function selectUnverified(tx: Tx, asked: readonly AskedSend[]): Promise<ReadonlyMap<string, string>> {
  const ids = asked.map(({ id }) => id);
  const families = asked.map(({ family }) => family);
  const keys = asked.map(({ accountKey }) => accountKey);
  const values = asked.map(({ leastValueUsd }) => leastValueUsd?.toFixed() ?? null);
  const rows = await tx.$queryRaw<{ id: string; missing: string | null }[]>`
    WITH ordered AS (
      SELECT s.id, s.purpose::text AS kind,
        -- No cast: rows of other purposes may be read before they are left out.
        CASE s.purpose WHEN 'payout' THEN 'payout'::outflow_kind WHEN 'refund' THEN 'refund'::outflow_kind END AS outflow_kind, s.purpose_id, s.currency_code, s.amount, s.to_address, a.family, a.account_key, a.least_value,
        coalesce(p.merchant_id, r.merchant_id) AS merchant_id, coalesce(p.created_by_id, r.created_by_id) AS requester_id, r.case_id,
        CASE s.purpose
          WHEN 'payout' THEN p.status IN ${OPEN_OUTFLOW} AND p.memo IS NOT DISTINCT FROM s.memo
            AND (p.network_code, p.payer_code, p.sent_amount, p.address) = (s.network_code, s.currency_code, s.amount, s.to_address)
          ELSE r.status IN ${OPEN_OUTFLOW} AND s.memo IS NULL
            AND (r.network_code, r.currency_code, r.sent_amount, r.address) = (s.network_code, s.currency_code, s.amount, s.to_address)
        END AS is_as_ordered
      FROM unnest(${ids}::uuid[], ${families}::text[], ${keys}::text[], ${values}::numeric[]) AS a (id, family, account_key, least_value)
        JOIN sends s ON s.id = a.id AND s.status = 'queued'
        LEFT JOIN payouts p ON s.purpose = 'payout' AND p.id = s.purpose_id
        LEFT JOIN refunds r ON s.purpose = 'refund' AND r.id = s.purpose_id)
    SELECT w.id::text AS id, CASE
      WHEN w.is_as_ordered IS NOT TRUE THEN 'its ' || w.kind || ' is missing, finished or different'
      WHEN o.subject_id IS NULL AND (w.case_id IS NULL OR NOT EXISTS (
        SELECT FROM audit_events e JOIN users u ON u.id = e.actor_id
        WHERE e.action = 'case.refund' AND e.target = w.case_id::text AND e.detail->>'refund' = w.purpose_id::text
          AND e.detail->>'address' = w.to_address AND u.is_operator AND NOT u.is_blocked))
        THEN 'it was not authorised, and no operator created it'
      WHEN o.subject_id IS NOT NULL AND (o.merchant_id IS DISTINCT FROM w.merchant_id OR o.returned_at IS NOT NULL)
        THEN 'the authorisation is for another one, or this one was returned'
      WHEN o.value_usd < w.least_value THEN 'it is worth more than twice the authorised value'
      WHEN EXISTS (SELECT FROM reviews v WHERE v.kind = w.outflow_kind AND v.subject_id = w.purpose_id AND v.decision IS DISTINCT FROM 'approved')
        THEN 'an approval is pending or was refused'
      WHEN EXISTS (SELECT FROM reviews v WHERE v.kind = w.outflow_kind AND v.subject_id = w.purpose_id AND v.reason = 'approval'
          AND (v.decided_by_id IS NULL OR v.decided_by_id = w.requester_id OR NOT EXISTS (SELECT FROM users u WHERE u.id = v.decided_by_id)))
        THEN 'no second person approved it'
      WHEN (m.approval_above_usd < coalesce(o.value_usd, 'infinity')) AND NOT EXISTS (
          SELECT FROM reviews v WHERE v.kind = w.outflow_kind AND v.subject_id = w.purpose_id AND v.reason = 'approval')
        AND NOT EXISTS (
          SELECT FROM audit_events e WHERE e.action = 'limits.change' AND e.target = m.id::text AND e.at >= o.created_at)
        THEN 'the merchant requires approval for this amount'
      WHEN NOT EXISTS (
        SELECT FROM journal_entries e
        WHERE e.kind = w.kind || '.reserve' AND e.reference = w.purpose_id::text
          AND w.amount <= (SELECT -sum(g.amount) FROM postings g JOIN accounts c ON c.id = g.account_id
            WHERE g.entry_id = e.id AND c.kind = 'reserved' AND c.owner_id = coalesce(w.merchant_id::text, '') AND c.currency_code = w.currency_code)
          AND EXISTS (SELECT FROM postings g JOIN accounts c ON c.id = g.account_id
            WHERE g.entry_id = e.id AND g.amount > 0 AND c.kind IN ('merchant', 'held') AND c.owner_id = coalesce(w.merchant_id::text, '')))
        OR EXISTS (SELECT FROM journal_entries e
          WHERE e.kind IN (w.kind || '.settle', w.kind || '.return') AND e.reference = w.purpose_id::text)
        THEN 'no money is reserved for it'
      WHEN EXISTS (
        SELECT FROM screening_entries n JOIN (
            SELECT DISTINCT ON (name) id FROM screening_lists WHERE is_active ORDER BY name, version DESC) l ON l.id = n.list_id
          WHERE n.family = w.family AND n.address_key = w.account_key)
        AND NOT EXISTS (SELECT FROM reviews v WHERE v.kind = w.outflow_kind AND v.subject_id = w.purpose_id AND v.reason = 'screening')
        THEN 'the destination is on a screening list'
    END AS missing
    FROM ordered w
      LEFT JOIN outflows o ON o.kind = w.outflow_kind AND o.subject_id = w.purpose_id
      LEFT JOIN merchants m ON m.id = o.merchant_id`;
  return new Map(rows.flatMap(({ id, missing }) => (missing === null ? [] : [[id, missing] as const])));
}

/** Texts for the operator; merchants see their own. */
const BLOCKED = "payouts of the merchant are blocked";
const OWNER_SUSPENDED = "an owner of the merchant is suspended";
const REQUESTER_SUSPENDED = "the requester is suspended, and no one else approved it";
const REQUESTER_GONE = "the requester can no longer pay out for the merchant, and no one else approved it";
const COOLDOWNS: readonly (readonly [keyof PayoutObstacles, string])[] = [
  ["isPasswordNew", "24-hour security hold after a password change"],
  ["isKeyNew", "24-hour security hold after a payout key change"],
  ["isLimitLoosened", "24-hour security hold after a limit was loosened"],
];

/**
 * Returns what currently prevents a payout or refund from being signed, or null: whatever would
 * prevent the merchant from creating it, or that its sole creator was suspended, removed or demoted
 * since. Called in the transaction that signs, before any row is locked: until that transaction
 * ends nobody can block the merchant.
 */
export async function findHold(
  tx: Tx,
  kind: "payout" | "refund",
  subjectId: string,
  now = new Date(),
): Promise<Blocker | null> {
  // A refund created by the operator alone passes no guards and is never held.
  if (!(await shareHoldLock(tx, kind, subjectId))) return null;
  const outflow = await selectOrderedOutflow(tx, kind, subjectId, PAYOUT_ROLES.payers);
  const since = new Date(now.getTime() - BLOCK_MS);
  const obstacles = outflow && (await readPayoutObstacles(tx, outflow.merchantId, PAYOUT_ROLES, since));
  if (outflow === null || obstacles === null) return null;
  if (obstacles.isMerchantBlocked) return { reason: "blocked", detail: BLOCKED };
  if (obstacles.isOwnerBlocked) return { reason: "blocked", detail: OWNER_SUSPENDED };
  if (outflow.isRequesterSuspended) return { reason: "blocked", detail: REQUESTER_SUSPENDED };
  if (outflow.isRequesterGone) return { reason: "requester", detail: REQUESTER_GONE };
  return findCooldown(obstacles);
}

function findCooldown(obstacles: PayoutObstacles): Blocker | null {
  const cause = COOLDOWNS.find(([name]) => obstacles[name]);
  return cause === undefined ? null : { reason: "cooldown", detail: cause[1] };
}
