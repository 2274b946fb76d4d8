import type { Tx } from "@/lib/kernel/db";
import { type AccountName, coldCustody, inFlightCustody, reserved } from "@/lib/ledger/account";
import { OPEN_OUTFLOW } from "@/lib/ledger/open-statuses";
import { type LockedGroup, postEntry } from "@/lib/ledger/post-entry";
import type { Send } from "@/lib/sending/sends/send";
import type { SendOwner } from "@/lib/sending/sends/send-owner";
import {
  getWithdrawal,
  lockWithdrawal,
  sourceOf,
  updateWithdrawal,
  type Withdrawal,
} from "@/lib/sending/treasury/repo";

/** Handles the engine's callbacks for withdrawals. */
export const withdrawalSends: SendOwner = {
  unverified: selectUnverifiedWithdrawals,
  async lock(tx, id) {
    await lockWithdrawal(tx, id);
  },
  async waits(tx, send, reason) {
    await updateWithdrawal(tx, send.purposeId, { status: reason === null ? "process" : "check" });
  },
  async signed(tx, send, transactionId) {
    await updateWithdrawal(tx, send.purposeId, { transactionId });
  },
  async confirmed(tx, send, transactionId, _cost, lockBooks) {
    const withdrawal = await getWithdrawal(tx, send.purposeId);
    await lockBooks(movedBySettling(withdrawal));
    await settleWithdrawal(tx, withdrawal);
    await updateWithdrawal(tx, send.purposeId, { status: "paid", transactionId });
  },
  async failed(tx, send, reason, _cause, lockBooks) {
    const withdrawal = await getWithdrawal(tx, send.purposeId);
    await lockBooks(movedByReturning(withdrawal));
    await returnWithdrawal(tx, withdrawal);
    await updateWithdrawal(tx, send.purposeId, { status: "fail", failure: reason });
  },
  async moved(tx, send, transactionId) {
    await updateWithdrawal(tx, send.purposeId, { transactionId });
  },
};

/** The accounts that `settleWithdrawal` posts to. */
function movedBySettling(withdrawal: Withdrawal): LockedGroup {
  const { id, networkCode, currencyCode } = withdrawal;
  return { reference: id, accounts: [leavingTo(withdrawal), inFlightCustody(networkCode, currencyCode)] };
}

/** The accounts that `returnWithdrawal` posts to. */
function movedByReturning(withdrawal: Withdrawal): LockedGroup | null {
  const source = sourceOf(withdrawal);
  if (source === null) return null;
  return { reference: withdrawal.id, accounts: [reserved("", withdrawal.currencyCode), source] };
}

/**
 * Books a confirmed withdrawal: the reserved amount leaves custody; on a cold address it remains
 * the gateway's.
 */
async function settleWithdrawal(tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const { id, networkCode, currencyCode, amount } = withdrawal;
  const legs = [{ debit: leavingTo(withdrawal), credit: inFlightCustody(networkCode, currencyCode), amount }];
  await postEntry(tx, { kind: "withdrawal.settle", reference: id, groupId: `withdrawal:${id}`, legs });
}

/** Returns a failed withdrawal to the account from which it was debited. */
export async function returnWithdrawal(tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const { id, currencyCode, amount } = withdrawal;
  const source = sourceOf(withdrawal);
  if (source === null) return;
  const legs = [{ debit: reserved("", currencyCode), credit: source, amount }];
  await postEntry(tx, { kind: "withdrawal.return", reference: id, groupId: `withdrawal:${id}`, legs });
}

function leavingTo(withdrawal: Withdrawal): AccountName {
  const { networkCode, currencyCode } = withdrawal;
  return sourceOf(withdrawal) === null ? coldCustody(networkCode, currencyCode) : reserved("", currencyCode);
}

/**
 * Returns which of these sends of withdrawals lack the records of an operator's order, or of the
 * rule that moves surplus to a cold address: the reason as text, by send id. A single statement.
 */
async function selectUnverifiedWithdrawals(tx: Tx, sends: readonly Send[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.$queryRaw<{ id: string; missing: string | null }[]>`
    SELECT s.id::text AS id, CASE
      WHEN w.id IS NULL OR w.status NOT IN ${OPEN_OUTFLOW}
        OR (w.network_code, w.currency_code, w.amount, w.address) <> (s.network_code, s.currency_code, s.amount, s.to_address)
        THEN 'its withdrawal is missing, finished or different'
      WHEN NOT EXISTS (
        SELECT FROM audit_events e
        WHERE e.action = 'withdrawal.order' AND e.target = w.id::text AND e.actor_id IS NOT DISTINCT FROM w.created_by_id
          AND e.detail->>'kind' = w.kind::text AND e.detail->>'network' = w.network_code AND e.detail->>'currency' = w.currency_code
          AND e.detail->>'amount' = trim_scale(w.amount)::text AND e.detail->>'address' = w.address)
        THEN 'the audit log has no such withdrawal'
      WHEN w.created_by_id IS NULL AND w.kind <> 'cold' THEN 'no one created it'
      WHEN w.created_by_id IS NOT NULL AND NOT EXISTS (SELECT FROM users u WHERE u.id = w.created_by_id AND u.is_operator AND NOT u.is_blocked)
        THEN 'the requester is not an operator, or is suspended'
      WHEN w.kind = 'cold' AND NOT EXISTS (
        SELECT FROM cold_addresses c
        WHERE c.network_code = w.network_code AND c.currency_code = w.currency_code AND c.address = w.address
          AND (c.address_set_at IS NULL OR c.address_set_at <= now() - interval '24 hours'))
        THEN 'the address is not a cold address, or was set within 24 hours'
      WHEN w.kind <> 'cold' AND NOT EXISTS (
        SELECT FROM journal_entries e
        WHERE e.kind = 'withdrawal.reserve' AND e.reference = w.id::text
          AND w.amount <= (SELECT -sum(g.amount) FROM postings g JOIN accounts c ON c.id = g.account_id
            WHERE g.entry_id = e.id AND c.kind = 'reserved' AND c.owner_id = '' AND c.currency_code = w.currency_code))
        OR EXISTS (SELECT FROM journal_entries e
          WHERE e.kind IN ('withdrawal.settle', 'withdrawal.return') AND e.reference = w.id::text)
        THEN 'no money is reserved for it'
    END AS missing
    FROM sends s LEFT JOIN withdrawals w ON w.id = s.purpose_id
    WHERE s.status = 'queued' AND s.id = ANY(${sends.map(({ id }) => id)}::uuid[])`;
  return new Map(rows.flatMap(({ id, missing }) => (missing === null ? [] : [[id, missing] as const])));
}
