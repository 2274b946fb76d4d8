import type { Tx } from "@/lib/kernel/db";
import { BLOCK_MS, PAYOUT_ROLES } from "@/lib/people/guards/assert-may-pay-out";
import {
  type PayoutObstacles,
  readPayoutObstacles,
  selectOrderedOutflow,
  shareHoldLock,
} from "@/lib/people/guards/repo";
import type { Hindrance } from "@/lib/sending/sends/send";

/** In words for the operator: a merchant reads its own. */
const BLOCKED = "payouts of the merchant are blocked";
const OWNER_SUSPENDED = "an owner of the merchant is suspended";
const ORDERER_SUSPENDED = "who ordered it is suspended, and nobody else has agreed to it";
const ORDERER_GONE = "who ordered it may pay out for the merchant no longer, and nobody else has agreed to it";
const RESTS: readonly (readonly [keyof PayoutObstacles, string])[] = [
  ["isPasswordNew", "the merchant rests for 24 hours after a new password"],
  ["isKeyNew", "the merchant rests for 24 hours after a new payout key"],
  ["isLimitLoosened", "the merchant rests for 24 hours after a limit was loosened"],
];

/**
 * What keeps a payout or refund that is ordered from being signed now, or null: what would keep the merchant from ordering it, and that who
 * ordered it alone is suspended, removed or demoted since. Asked in the transaction that signs, before any row is locked: until that ends nobody blocks the
 * merchant.
 */
export async function findHold(
  tx: Tx,
  kind: "payout" | "refund",
  subjectId: string,
  now = new Date(),
): Promise<Hindrance | null> {
  // What the operator sends back by themselves passed no gate, and is held by none.
  if (!(await shareHoldLock(tx, kind, subjectId))) return null;
  const outflow = await selectOrderedOutflow(tx, kind, subjectId, PAYOUT_ROLES.payers);
  const since = new Date(now.getTime() - BLOCK_MS);
  const obstacles = outflow && (await readPayoutObstacles(tx, outflow.merchantId, PAYOUT_ROLES, since));
  if (outflow === null || obstacles === null) return null;
  if (obstacles.isMerchantBlocked) return { reason: "blocked", detail: BLOCKED };
  if (obstacles.isOwnerBlocked) return { reason: "blocked", detail: OWNER_SUSPENDED };
  if (outflow.isOrdererSuspended) return { reason: "blocked", detail: ORDERER_SUSPENDED };
  if (outflow.isOrdererGone) return { reason: "orderer", detail: ORDERER_GONE };
  return findRest(obstacles);
}

function findRest(obstacles: PayoutObstacles): Hindrance | null {
  const cause = RESTS.find(([name]) => obstacles[name]);
  return cause === undefined ? null : { reason: "rest", detail: cause[1] };
}
