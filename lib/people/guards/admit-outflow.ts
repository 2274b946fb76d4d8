import type { AddressFamily } from "@/lib/chains/address-family";
import type { Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { assertProvenUnlessSmall } from "@/lib/people/guards/assert-proven";
import { isKnownDestination, recordDestination, selectTrustedEndingLike } from "@/lib/people/guards/destinations-repo";
import { evaluateValue } from "@/lib/people/guards/evaluate-value";
import type { OutflowKind, OutflowOrder, ReviewReason } from "@/lib/people/guards/outflow";
import {
  insertOutflowEvent,
  insertOutflowOnce,
  insertReview,
  markReturned,
  selectUndecided,
} from "@/lib/people/guards/outflow-repo";
import { describeHit, screenAddress } from "@/lib/people/screening/screen-address";

/** As many characters at either end as people compare, and as wallets show of an address. */
const SHOWN_CHARACTERS = 4;

/** The common prefix of a family's addresses does not help to tell them apart. */
const COMMON_BEGIN: Readonly<Record<AddressFamily, RegExp>> = {
  evm: /^0x/,
  btc: /^((bc|tb|bcrt)1[qp]|[123mn])/,
  ltc: /^((ltc|rltc|tltc)1[qp]|[LMmnQ23])/,
  doge: /^[DA9nm2]/,
  dash: /^[X7y89]/,
  bch: /^((bitcoincash|bchtest|bchreg):)?[qpz]/,
  tron: /^T/,
  sol: /^/,
  ton: /^../,
  xmr: /^./,
};

/** The ends of an address that people compare, ignoring letter case. */
type AddressEnds = { readonly begin: string; readonly end: string };

export function endsOf(family: AddressFamily, address: string): AddressEnds {
  const own = address.replace(COMMON_BEGIN[family], "").toLowerCase();
  return { begin: own.slice(0, SHOWN_CHARACTERS), end: own.slice(-SHOWN_CHARACTERS) };
}

/**
 * Returns whether somebody who compares the ends of two addresses would confuse them. Attackers
 * generate such an address and send dust from it so that it is copied from the history.
 */
export function looksAlike(family: AddressFamily, first: string, second: string): boolean {
  const [one, two] = [endsOf(family, first), endsOf(family, second)];
  return one.begin === two.begin && one.end === two.end;
}

/**
 * Checks every outflow, in the transaction that takes the money, after the subject's row was
 * written and before any balance is locked: whether the merchant may pay out now, its daily limit,
 * whether the user was verified recently, approval by a second person above an amount, addresses
 * that resemble an earlier one, and screening. Records the outflow, its destination, the screening
 * verdict, and the reviews that it waits for. Called again for the same subject it returns what
 * that still waits for.
 *
 * A transfer happens at once and cannot wait: if a second person would have to approve, it is
 * rejected.
 *
 * @returns the reviews that it waits for; none: it may be sent at once
 * @throws AppError `outflow_blocked`, or naming the limit that is reached; `confirmation_needed`;
 *   the transaction must be rolled back
 */
export async function admitOutflow(tx: Tx, order: OutflowOrder): Promise<readonly ReviewReason[]> {
  const now = new Date();
  await assertMayPayOut(order.merchantId, now, tx);
  const { valueUsd, approval } = await evaluateValue(tx, order, now);
  if (!(await insertOutflowOnce(tx, order, valueUsd))) return await selectUndecided(tx, order.kind, order.subjectId);
  await assertProvenUnlessSmall(tx, {
    worth: () => Promise.resolve(valueUsd),
    isKnown: () => isKnownDestination(tx, order, now),
  });
  const causes: ReviewCause[] = approval === null ? [] : [{ reason: "approval", detail: approval }];
  if (order.destination !== null) causes.push(...(await evaluateDestination(tx, order, order.destination)));
  const [first] = causes;
  if (order.kind === "transfer" && first !== undefined)
    throw new AppError("refused", `${first.detail}. Transfers can't wait for approval.`);
  for (const { reason, detail } of causes) {
    await insertReview(tx, order, reason, detail);
    await insertOutflowEvent(tx, order, "review-opened", { reason, detail });
  }
  return causes.map(({ reason }) => reason);
}

/**
 * Marks an outflow as returned because it failed, was cancelled or rejected: it no longer counts
 * against the limits.
 */
export async function returnOutflow(tx: Tx, kind: OutflowKind, subjectId: string): Promise<void> {
  await markReturned(tx, kind, subjectId);
}

/** Why an outflow has to wait, as text for the reviewer. */
type ReviewCause = { readonly reason: ReviewReason; readonly detail: string };

/**
 * Returns what speaks against the destination address. Records the address and the screening
 * verdict.
 */
async function evaluateDestination(
  tx: Tx,
  { kind, subjectId, merchantId }: Pick<OutflowOrder, "kind" | "subjectId" | "merchantId">,
  { network: { family }, address }: NonNullable<OutflowOrder["destination"]>,
): Promise<ReviewCause[]> {
  if (kind === "transfer") return [];
  const answer = await screenAddress(tx, { subjectKind: kind, subjectId, family, address });
  const listed: ReviewCause[] = answer.isHit ? [{ reason: "screening", detail: describeHit(answer) }] : [];
  if (await recordDestination(tx, { merchantId, family, address })) return listed;
  const candidates = await selectTrustedEndingLike(tx, { merchantId, family }, endsOf(family, address).end);
  const meant = candidates.find((trusted) => looksAlike(family, trusted, address));
  if (meant === undefined) return listed;
  return [...listed, { reason: "look_alike", detail: `Similar to ${meant}, which was used before, but not the same` }];
}
