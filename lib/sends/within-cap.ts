import type { Tx } from "@/lib/db";
import { findLastUsdPrices, findUsdPrices } from "@/lib/rates/queries";
import type { Barred } from "@/lib/sends/hindrance";
import { judgeCap, type LeftLately } from "@/lib/sends/judge-cap";
import type { OutflowRules } from "@/lib/sends/outflow-rules";
import type { Send, SendPurpose } from "@/lib/sends/send";
import type { CountedForCap } from "@/lib/sends/signing-repo";

const NONE: Barred = new Map();

/** What is to be read of what has left before a transaction is signed; null: there is no cap. @param except a transaction that is replaced */
export function forCap(rules: OutflowRules, except: string | null): CountedForCap | null {
  return rules.cap === null ? null : { counted: countedPurposes(rules), except };
}

/**
 * Nobody gains by a withdrawal to an address that the worker's own list names, and emptying a hot wallet while somebody is in the house must
 * not wait: where there is a list, withdrawals do not count.
 */
function countedPurposes({ withdrawalKeys }: OutflowRules): SendPurpose[] {
  return withdrawalKeys === null ? ["payout", "refund", "withdrawal"] : ["payout", "refund"];
}

/**
 * Which of these would be too much for what may leave within an hour. The caller holds the lock of the hot wallet's account, from
 * which all that counts is paid, and has read `left` under it: two workers never count on the same room.
 */
export async function findAboveCap(
  tx: Tx,
  rules: OutflowRules,
  left: readonly LeftLately[],
  sends: readonly Send[],
): Promise<Barred> {
  const { cap } = rules;
  if (cap === null) return NONE;
  const coins = [...left, ...sends].map(({ currencyCode }) => currencyCode);
  const asked = cap.kind === "coins" ? [] : coins;
  const prices = { current: await findUsdPrices(asked, tx), last: await findLastUsdPrices(asked, tx) };
  return judgeCap(cap, new Set(countedPurposes(rules)), left, sends, prices);
}
