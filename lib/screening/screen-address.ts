import type { AddressFamily } from "@/lib/chains/address-family";
import type { Tx } from "@/lib/db";
import { accountKey } from "@/lib/screening/account-key";
import type { ScreeningAnswer, ScreeningSubject } from "@/lib/screening/verdict";
import { askLists, insertVerdict } from "@/lib/screening/verdicts-repo";

export type ScreeningQuestion = {
  readonly subjectKind: ScreeningSubject;
  readonly subjectId: string;
  readonly family: AddressFamily;
  /** Canonical. Null for a sender that the chain does not tell: no list can name it. */
  readonly address: string | null;
};

/**
 * Asks the newest active version of every list about an address, and keeps the answer for good, a hit as well as a clear one. What
 * follows from a hit is the caller's. Asked once for each subject (and for a deposit once each time that a block includes it).
 */
export async function screenAddress(tx: Tx, question: ScreeningQuestion): Promise<ScreeningAnswer> {
  const { subjectKind, subjectId, family, address } = question;
  const asked = await askLists(tx, family, address === null ? "" : accountKey(family, address));
  const hits = asked.filter(({ note }) => note !== null);
  const lists = (hits.length > 0 ? hits : asked).map((list) => ({ ...list, note: list.note ?? "" }));
  const answer = { isHit: hits.length > 0, lists };
  await insertVerdict(tx, { subjectKind, subjectId, family, address: address ?? "", ...answer });
  return answer;
}
