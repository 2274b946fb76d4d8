import type { Tx } from "@/lib/db";
import type { AskedList, ScreeningSubject } from "@/lib/screening/verdict";

/** Every list that counts (the newest active version of each name), and its entry for the account if it has one. */
export async function askLists(
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

export async function insertVerdict(
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

/** What the lists said when they were last asked about a deposit, and of which sender (empty: of none); null when nobody has asked. */
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
