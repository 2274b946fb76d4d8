import type { Tx } from "@/lib/db";
import { noteDestination, selectTrustedEndingLike } from "@/lib/guards/destinations-repo";
import { endsOf, looksAlike } from "@/lib/guards/look-alike";
import type { OutflowOrder, ReviewReason } from "@/lib/guards/outflow";
import { screenAddress } from "@/lib/screening/screen-address";
import { describeHit } from "@/lib/screening/verdict";

/** Why an outflow has to wait, in words for whoever decides. */
export type Concern = { readonly reason: ReviewReason; readonly detail: string };

/** What speaks against the address that an outflow goes to. Notes the address, and what the lists say of it. */
export async function judgeDestination(
  tx: Tx,
  { kind, subjectId, merchantId }: Pick<OutflowOrder, "kind" | "subjectId" | "merchantId">,
  { network: { family }, address }: NonNullable<OutflowOrder["destination"]>,
): Promise<Concern[]> {
  if (kind === "transfer") return [];
  const answer = await screenAddress(tx, { subjectKind: kind, subjectId, family, address });
  const listed: Concern[] = answer.isHit ? [{ reason: "screening", detail: describeHit(answer) }] : [];
  if (await noteDestination(tx, { merchantId, family, address })) return listed;
  const candidates = await selectTrustedEndingLike(tx, { merchantId, family }, endsOf(family, address).end);
  const meant = candidates.find((trusted) => looksAlike(family, trusted, address));
  if (meant === undefined) return listed;
  return [...listed, { reason: "look_alike", detail: `Looks like ${meant}, which was used before, and is another` }];
}
