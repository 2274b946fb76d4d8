import type { AddressFamily } from "@/lib/chains/address-family";
import { accountKey } from "@/lib/chains/address-keys";
import { batched, rowsOf } from "@/lib/kernel/batch";
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
  const asked = await askLists(tx, { family, addressKey: address === null ? "" : accountKey(family, address) });
  const hits = asked.filter(({ note }) => note !== null);
  const lists = (hits.length > 0 ? hits : asked).map((list) => ({ ...list, note: list.note ?? "" }));
  const answer = { isHit: hits.length > 0, lists };
  await insertVerdict(tx, { subjectKind, subjectId, family, address: address ?? "", ...answer });
  return answer;
}

type ListAnswer = { readonly list: string; readonly version: number; readonly note: string | null };

/**
 * Returns every relevant list (the active version of each name), with its entry for the account if
 * there is one.
 */
const askLists = batched(
  async (
    tx,
    asked: readonly { readonly family: string; readonly addressKey: string }[],
  ): Promise<readonly (readonly ListAnswer[])[]> => {
    const rows = await tx.$queryRaw<(ListAnswer & { readonly place: bigint })[]>`
      SELECT asked.place, l.name AS list, l.version, e.note
      FROM unnest(${asked.map(({ family }) => family)}::text[], ${asked.map(({ addressKey }) => addressKey)}::text[])
          WITH ORDINALITY AS asked (family, address_key, place)
        CROSS JOIN (SELECT DISTINCT ON (name) id, name, version FROM screening_lists WHERE is_active ORDER BY name, version DESC) l
        LEFT JOIN screening_entries e ON e.list_id = l.id AND e.family = asked.family AND e.address_key = asked.address_key
      ORDER BY l.name`;
    const places = asked.map((_, index) => String(index + 1));
    return rowsOf(places, rows, ({ place }) => place.toString()).map((answers) =>
      answers.map(({ list, version, note }) => ({ list, version, note })),
    );
  },
);

type Verdict = {
  readonly subjectKind: ScreeningSubject;
  readonly subjectId: string;
  readonly family: string;
  readonly address: string;
  readonly isHit: boolean;
  readonly lists: readonly AskedList[];
};

const insertVerdict = batched(async (tx, verdicts: readonly Verdict[]): Promise<null[]> => {
  const data = verdicts.map(({ lists, ...verdict }) => ({ ...verdict, lists: lists.map((asked) => ({ ...asked })) }));
  await tx.screeningVerdict.createMany({ data });
  return verdicts.map(() => null);
});

/**
 * Returns the last verdict on a deposit, and the sender it was about (empty: none); null if it was
 * never screened.
 */
export const findNewestVerdict = batched(
  async (
    tx,
    depositIds: readonly string[],
  ): Promise<({ readonly address: string; readonly isHit: boolean } | null)[]> => {
    const rows = await tx.screeningVerdict.findMany({
      where: { subjectKind: "deposit", subjectId: { in: [...depositIds] } },
      // Of two in one transaction, the one about a sender.
      orderBy: [{ at: "desc" }, { isHit: "desc" }, { address: "desc" }],
      select: { subjectId: true, address: true, isHit: true },
    });
    return rowsOf(depositIds, rows, ({ subjectId }) => subjectId).map(([newest]) =>
      newest ? { address: newest.address, isHit: newest.isHit } : null,
    );
  },
);

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
