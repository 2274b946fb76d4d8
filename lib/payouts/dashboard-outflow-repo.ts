import { database } from "@/lib/db";
import type { FollowedKind } from "@/lib/payouts/dashboard-outflow-schema";

export type OutflowSubject = { readonly kind: FollowedKind; readonly subjectId: string };

/** Sends, reviews and time lines of some payouts or refunds. The caller has checked whose they are. */
export async function selectOutflowParts(kind: FollowedKind, subjectIds: readonly string[]) {
  const db = database();
  const subject = { kind, subjectId: { in: [...subjectIds] } };
  const [sends, reviews, events] = await Promise.all([
    db.send.findMany({
      where: { purpose: kind, purposeId: { in: [...subjectIds] } },
      select: { purposeId: true, status: true, waitReason: true, waitingSince: true },
    }),
    db.review.findMany({ where: subject, orderBy: [{ openedAt: "asc" }, { id: "asc" }] }),
    db.outflowEvent.findMany({ where: subject, orderBy: { id: "asc" } }),
  ]);
  return { sends, reviews, events };
}
export type OutflowPartRows = Awaited<ReturnType<typeof selectOutflowParts>>;
export type ReviewRow = OutflowPartRows["reviews"][number];

/** Names by user id, of those that are given. */
export async function selectPersonNames(userIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const users = await database().user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name]));
}
