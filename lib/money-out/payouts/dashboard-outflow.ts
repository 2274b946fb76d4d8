import { database } from "@/lib/kernel/db";
import type {
  FollowedKind,
  OutflowEventView,
  OutflowReviewView,
  SendView,
  Viewer,
} from "@/lib/money-out/payouts/dashboard-schema";
import { selectOfOwnKey } from "@/lib/money-out/reviews/repo";
import { OUTFLOW_EVENTS } from "@/lib/people/guards/outflow-repo";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

export type OutflowParts = {
  readonly send: SendView | null;
  readonly reviews: OutflowReviewView[];
  readonly events: OutflowEventView[];
};

/**
 * Returns the sends, reviews and timelines of some payouts or refunds, by id. The caller has
 * checked ownership.
 */
export async function readOutflowParts(
  kind: FollowedKind,
  ids: readonly string[],
  viewer: Viewer,
): Promise<(id: string) => OutflowParts> {
  const rows = await selectOutflowParts(kind, ids);
  const [names, ofOwnKey] = await Promise.all([
    selectPersonNames(rows.reviews.flatMap((row) => [row.requestedById, row.decidedById])),
    findOfOwnKey(rows.reviews, viewer),
  ]);
  return (id) => ({
    send: toSendView(rows.sends.find((row) => row.purposeId === id)),
    reviews: rows.reviews
      .filter((row) => row.subjectId === id)
      .map((row) => ({
        ...toReviewView(row, names),
        blocker: blockerOf(row, viewer, ofOwnKey),
      })),
    events: rows.events.filter((row) => row.subjectId === id).flatMap(toEventView),
  });
}

function toReviewView(row: ReviewRow, names: ReadonlyMap<string, string>): Omit<OutflowReviewView, "blocker"> {
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? "somebody"));
  return {
    id: row.id,
    reason: row.reason,
    detail: row.detail,
    openedAt: row.openedAt.toISOString(),
    requestedBy: nameOf(row.requestedById),
    decision: row.decision,
    decidedBy: nameOf(row.decidedById),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

type RequestedReview = Pick<ReviewRow, "id" | "reason" | "requestedById">;

/**
 * Returns the reviews whose API key the viewer created, which makes the viewer their first person:
 * input of {@link blockerOf}.
 */
export async function findOfOwnKey(
  rows: readonly (RequestedReview & Pick<ReviewRow, "decision">)[],
  { userId }: Viewer,
): Promise<ReadonlySet<string>> {
  const asked = rows.filter((row) => row.reason === "approval" && row.requestedById === null && row.decision === null);
  if (asked.length === 0) return new Set();
  const ids = asked.map(({ id }) => id);
  return selectOfOwnKey(database(), ids, userId);
}

/**
 * Returns what prevents a viewer from approving a review; refusing one's own outflow is always
 * possible.
 */
export function blockerOf(
  row: RequestedReview,
  viewer: Viewer,
  ofOwnKey: ReadonlySet<string>,
): OutflowReviewView["blocker"] {
  if (row.reason === "screening") return "operator";
  if (!viewer.mayPayOut) return "role";
  if (row.reason !== "approval") return null;
  if (row.requestedById === viewer.userId) return "own";
  return ofOwnKey.has(row.id) ? "key" : null;
}

function toSendView(row: OutflowPartRows["sends"][number] | undefined): SendView | null {
  if (row === undefined) return null;
  return {
    isUnsigned: row.status === "queued",
    waitReason: row.status === "queued" ? (WAIT_REASONS.find((reason) => reason === row.waitReason) ?? null) : null,
    waitingSince: row.waitingSince?.toISOString() ?? null,
  };
}

/** Omits events of a kind that these pages do not know yet. */
function toEventView(row: OutflowPartRows["events"][number]): OutflowEventView[] {
  const event = OUTFLOW_EVENTS.find((known) => known === row.event);
  if (event === undefined) return [];
  return [{ id: row.id.toString(), at: row.at.toISOString(), event, detail: flatTexts(row.detail) }];
}

function flatTexts(detail: unknown): Record<string, string> {
  const entries = typeof detail === "object" && detail !== null ? Object.entries(detail) : [];
  return Object.fromEntries(
    entries
      .filter(([, value]) => typeof value === "string" || typeof value === "number")
      .map(([name, value]) => [name, String(value)]),
  );
}

/**
 * Selects the sends, reviews and timelines of some payouts or refunds. The caller has checked
 * ownership.
 */
async function selectOutflowParts(kind: FollowedKind, subjectIds: readonly string[]) {
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
type OutflowPartRows = Awaited<ReturnType<typeof selectOutflowParts>>;
type ReviewRow = OutflowPartRows["reviews"][number];

/** Returns names by user id, for the non-null ids. */
export async function selectPersonNames(userIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const users = await database().user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name]));
}
