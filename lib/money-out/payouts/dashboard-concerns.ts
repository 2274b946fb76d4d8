import { accountKey } from "@/lib/chains/address-keys";
import { database } from "@/lib/kernel/db";
import { endsOf, looksAlike } from "@/lib/people/guards/admit-outflow";
import { selectTrustedEndingLike } from "@/lib/people/guards/destinations-repo";
import { judgeValue } from "@/lib/people/guards/judge-value";
import type { OutflowOrder } from "@/lib/people/guards/outflow";

/** What would be waited for, said before anything is ordered. */
export type Concerns = {
  /** An earlier destination that this address looks like and is not. */
  readonly lookAlike: string | null;
  /** Why a second person would have to agree, in words. */
  readonly approval: string | null;
};

/**
 * The guards' judgement of an outflow that nobody has ordered yet, as they would give it now. Writes nothing and screens nothing.
 * @throws AppError when the merchant's daily limit would refuse it
 */
export async function findConcerns(order: Omit<OutflowOrder, "subjectId">): Promise<Concerns> {
  const asIf = { ...order, subjectId: "00000000-0000-0000-0000-000000000000" };
  const [{ approval }, lookAlike] = await Promise.all([judgeValue(database(), asIf, new Date()), findLookAlike(order)]);
  return { lookAlike, approval };
}

/** An earlier destination that the order's address looks like and is not. */
export async function findLookAlike(order: Pick<OutflowOrder, "merchantId" | "destination">): Promise<string | null> {
  const { merchantId, destination } = order;
  if (destination === null) return null;
  const { address, network } = destination;
  const { family } = network;
  const trusted = await selectTrustedEndingLike(database(), { merchantId, family }, endsOf(family, address).end);
  if (trusted.some((known) => accountKey(family, known) === accountKey(family, address))) return null;
  return trusted.find((known) => looksAlike(family, known, address)) ?? null;
}
