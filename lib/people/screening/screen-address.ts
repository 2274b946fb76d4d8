import type { AddressFamily } from "@/lib/chains/address-family";
import { accountKey } from "@/lib/chains/address-keys";
import type { Tx } from "@/lib/kernel/db";

export type ScreeningQuestion = {
  readonly subjectKind: ScreeningSubject;
  readonly subjectId: string;
  readonly family: AddressFamily;
  /** Canonical. Null for a sender that the chain does not reveal: no list can name it. */
  readonly address: string | null;
};

/**
 * Checks an address against the newest active version of every list, and stores the result
 * permanently, whether a hit or clear. The caller acts on a hit. Called once for each subject (and
 * for a deposit once each time that a block includes it).
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
 * Returns every relevant list (the active version of each name), with its entry for the account if
 * there is one.
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
 * Returns the last verdict on a deposit, and the sender it was about (empty: none); null if it was
 * never screened.
 */
export async function findNewestVerdict(
  tx: Tx,
  depositId: string,
): Promise<{ readonly address: string; readonly isHit: boolean } | null> {
  return tx.screeningVerdict.findFirst({
    where: { subjectKind: "deposit", subjectId: depositId },
    // Of two in one transaction, the one about a sender.
    orderBy: [{ at: "desc" }, { isHit: "desc" }, { address: "desc" }],
    select: { address: true, isHit: true },
  });
}

/** What an address was screened for. */
type ScreeningSubject = "deposit" | "payout" | "refund";

/**
 * A list that was checked, with its version; `note` is the list's note on the address, empty if it
 * is not listed.
 */
type AskedList = { readonly list: string; readonly version: number; readonly note: string };

/** `lists`: those that name the address; without a hit, all that were checked. */
export type ScreeningAnswer = { readonly isHit: boolean; readonly lists: readonly AskedList[] };

/** Formats the result for the reviewer: `Listed by ofac (version 3): Lazarus Group`. */
export function describeHit({ lists }: ScreeningAnswer): string {
  const named = lists.map(({ list, version, note }) => `${list} (version ${version})${note === "" ? "" : `: ${note}`}`);
  return `Listed by ${named.join("; ")}`;
}
