import type { AddressFamily } from "@/lib/chains/address-family";
import { accountKey } from "@/lib/chains/address-keys";
import type { Tx } from "@/lib/kernel/db";

export type ScreeningQuestion = {
  readonly subjectKind: ScreeningSubject;
  readonly subjectId: string;
  readonly family: AddressFamily;
  /** Canonical. Null for a sender that the chain does not tell: no list can name it. */
  readonly address: string | null;
};

/**
 * Asks the newest active version of every list about an address, and keeps the answer for good, a
 * hit as well as a clear one. What follows from a hit is the caller's. Asked once for each subject
 * (and for a deposit once each time that a block includes it).
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

/**
 * Every list that counts (the newest active version of each name), and its entry for the account if
 * it has one.
 */
async function askLists(
  tx: Tx,
  family: string,
  addressKey: string,
): Promise<{ readonly list: string; readonly version: number; readonly note: string | null }[]> {
  return await tx.$queryRaw`
    SELECT l.name AS list, l.version, e.note
    FROM (SELECT DISTINCT ON (name) id, name, version FROM screening_lists WHERE is_active ORDER BY name, version DESC) l
      LEFT JOIN screening_entries e ON e.list_id = l.id AND e.family = ${family} AND e.address_key = ${addressKey}
    ORDER BY l.name`;
}

async function insertVerdict(
  tx: Tx,
  verdict: {
    readonly subjectKind: ScreeningSubject;
    readonly subjectId: string;
    readonly family: string;
    readonly address: string;
    readonly isHit: boolean;
    readonly lists: readonly AskedList[];
  },
): Promise<void> {
  const lists = verdict.lists.map((asked) => ({ ...asked }));
  await tx.screeningVerdict.create({ data: { ...verdict, lists }, select: { id: true } });
}

/**
 * What the lists said when they were last asked about a deposit, and of which sender (empty: of
 * none); null when nobody has asked.
 */
export async function findNewestVerdict(
  tx: Tx,
  depositId: string,
): Promise<{ readonly address: string; readonly isHit: boolean } | null> {
  return tx.screeningVerdict.findFirst({
    where: { subjectKind: "deposit", subjectId: depositId },
    // Of two in one transaction the one that was about a sender.
    orderBy: [{ at: "desc" }, { isHit: "desc" }, { address: "desc" }],
    select: { address: true, isHit: true },
  });
}

/** What an address was asked for. */
type ScreeningSubject = "deposit" | "payout" | "refund";

/**
 * A list that was asked, in the version that answered; `note` is what the list says of the address,
 * empty where it does not know it.
 */
type AskedList = { readonly list: string; readonly version: number; readonly note: string };

/** `lists`: those that name the address; without a hit, all that were asked. */
export type ScreeningAnswer = { readonly isHit: boolean; readonly lists: readonly AskedList[] };

/** The answer in words, for whoever has to decide: `Listed by ofac (version 3): Lazarus Group`. */
export function describeHit({ lists }: ScreeningAnswer): string {
  const named = lists.map(({ list, version, note }) => `${list} (version ${version})${note === "" ? "" : `: ${note}`}`);
  return `Listed by ${named.join("; ")}`;
}
