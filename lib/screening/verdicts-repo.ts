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

/** Deposits whose sender was named when they were last seen on their chain. */
export async function selectHeldDeposits(tx: Tx, depositIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (depositIds.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT subject_id AS id FROM (
      SELECT DISTINCT ON (subject_id) subject_id, is_hit FROM screening_verdicts
      WHERE subject_kind = 'deposit' AND subject_id = ANY(${[...depositIds]}::uuid[]) ORDER BY subject_id, at DESC, is_hit DESC) newest
    WHERE is_hit`;
  return new Set(rows.map(({ id }) => id));
}
