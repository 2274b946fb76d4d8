import type { FigureScope } from "@/lib/fronts/analytics/figures-repo";
import type { Range } from "@/lib/fronts/analytics/range";
import { database } from "@/lib/kernel/db";

export type SendingRow = {
  readonly is_now: boolean;
  readonly currency: string;
  readonly network: string;
  readonly count: number;
  readonly fee: string;
  /** Null where no price was known when any of them was ordered. */
  readonly fee_usd: string | null;
};

/**
 * What payouts and refunds cost that were ordered in the range, or in the one before, and did not come back. In dollars it is the fee's
 * share of what the whole outflow was worth when it was ordered, which is kept for the limits in whole cents, rounded up.
 */
export function selectSendingFees(scope: FigureScope, range: Range): Promise<SendingRow[]> {
  const { merchantId, currency, network } = scope;
  const { previousFrom, previousTo, from, to } = range;
  return database().$queryRaw<SendingRow[]>`
    WITH sent AS (
      SELECT 'payout'::outflow_kind AS kind, id, created_at, payer_code AS currency, network_code AS network, sent_amount, commission
      FROM payouts WHERE merchant_id = ${merchantId}::uuid AND created_at >= ${previousFrom} AND created_at < ${to}
        AND status IN ('process', 'check', 'paid')
      UNION ALL
      SELECT 'refund', id, created_at, currency_code, network_code, sent_amount, commission
      FROM refunds WHERE merchant_id = ${merchantId}::uuid AND created_at >= ${previousFrom} AND created_at < ${to} AND status <> 'fail'
    )
    SELECT s.created_at >= ${from} AS is_now, s.currency, s.network, count(*)::int AS count, sum(s.commission)::text AS fee,
           sum(o.value_usd * s.commission / nullif(s.sent_amount + s.commission, 0))::text AS fee_usd
    FROM sent s LEFT JOIN outflows o ON o.kind = s.kind AND o.subject_id = s.id
    WHERE (s.created_at < ${previousTo} OR s.created_at >= ${from})
      AND (${currency}::text IS NULL OR s.currency = ${currency}) AND (${network}::text IS NULL OR s.network = ${network})
    GROUP BY 1, 2, 3`;
}
