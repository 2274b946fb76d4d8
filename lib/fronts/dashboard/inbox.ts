import { viewBoard } from "@/lib/exceptions/case-list/dashboard-queries";
import { readCases } from "@/lib/exceptions/case-list/list-repo";
import { readRequests } from "@/lib/exceptions/refund-requests/list-repo";
import {
  COUNTED_MAX,
  INBOX_PAGE_SIZE,
  type InboxCountsView,
  type InboxPageView,
  type InboxQuery,
  type InboxRow,
} from "@/lib/fronts/dashboard/inbox-schema";
import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { type ListPosition, parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";
import { viewReviews } from "@/lib/money-out/payouts/dashboard-reviews";
import { readOpenReviews } from "@/lib/money-out/reviews/list-reviews";
import { isOfOwnKey } from "@/lib/money-out/reviews/repo";
import { isAllowed, type MemberRole } from "@/lib/people/merchants/role";

/** A member, on whose role and own actions it depends what waits for them. */
export type InboxViewer = { readonly merchantId: string; readonly userId: string; readonly role: MemberRole };

/**
 * Returns a page of what the member can decide now, in one order, the oldest first: cases, refund
 * requests, and payouts and refunds that await a second person. Empty for roles that decide
 * nothing.
 */
export async function listInbox(viewer: InboxViewer, { cursor }: InboxQuery): Promise<InboxPageView> {
  const beyond = cursor === undefined ? null : parseListCursor(cursor);
  // Fetch one extra row to detect whether there is a next page.
  const places = await selectPlaces(viewer, beyond, INBOX_PAGE_SIZE + 1);
  const shown = places.slice(0, INBOX_PAGE_SIZE);
  const last = places.length > shown.length ? shown.at(-1) : undefined;
  return { items: await viewPlaces(viewer, shown), nextCursor: last ? toListCursor(last) : null };
}

/** Counts what the member can decide now, of each kind up to one more than is shown as a number. */
export async function countInbox(viewer: InboxViewer): Promise<InboxCountsView> {
  const parts = waitingFor(viewer, null, COUNTED_MAX + 1);
  const none = { cases: 0, requests: 0, reviews: 0 };
  if (parts.length === 0) return none;
  const rows = await database().$queryRaw<{ of: Place["of"]; count: number }[]>`
    SELECT x.of, count(*)::int AS count FROM (${Prisma.join(parts, " UNION ALL ")}) x GROUP BY 1`;
  const countOf = (kind: Place["of"]) => rows.find((row) => row.of === kind)?.count ?? 0;
  return { cases: countOf("case"), requests: countOf("request"), reviews: countOf("review") };
}

type Place = ListPosition & { readonly of: "case" | "request" | "review" };

async function selectPlaces(viewer: InboxViewer, beyond: ListPosition | null, limit: number): Promise<Place[]> {
  const parts = waitingFor(viewer, beyond, limit);
  if (parts.length === 0) return [];
  return await database().$queryRaw<Place[]>`
    SELECT x.of, x.id, x.at FROM (${Prisma.join(parts, " UNION ALL ")}) x ORDER BY x.at, x.id LIMIT ${limit}`;
}

/**
 * One subquery for each kind that the role decides, each of the oldest rows by an index of its own.
 * Leaves out what nobody can decide yet, what the operator decides, and what the member requested.
 */
function waitingFor({ merchantId, userId, role }: InboxViewer, beyond: ListPosition | null, limit: number) {
  const first = (at: Prisma.Sql, id: Prisma.Sql) => Prisma.sql`
    ${beyond === null ? Prisma.empty : Prisma.sql`AND (${at}, ${id}) > (${beyond.at}::timestamptz, ${beyond.id}::uuid)`}
    ORDER BY ${at}, ${id} LIMIT ${limit}`;
  const cases = Prisma.sql`(SELECT 'case' AS of, c.id, c.opened_at AS at FROM cases c JOIN deposits d ON d.id = c.deposit_id
    WHERE c.merchant_id = ${merchantId}::uuid AND c.status = 'open' AND c.kind <> 'locked' AND d.status = 'confirmed'
      AND d.hold_reason IS DISTINCT FROM 'token' ${first(Prisma.sql`c.opened_at`, Prisma.sql`c.id`)})`;
  const requests = Prisma.sql`(SELECT 'request' AS of, q.id, q.created_at AS at FROM refund_requests q
    WHERE q.merchant_id = ${merchantId}::uuid AND q.status = 'confirmed' AND q.proof IS NOT NULL
      ${first(Prisma.sql`q.created_at`, Prisma.sql`q.id`)})`;
  const reviews = Prisma.sql`(SELECT 'review' AS of, r.id, r.opened_at AS at
    FROM reviews r JOIN outflows o ON o.kind = r.kind AND o.subject_id = r.subject_id
    WHERE r.merchant_id = ${merchantId}::uuid AND r.decision IS NULL AND r.reason <> 'screening' AND o.returned_at IS NULL
      AND (r.reason <> 'approval' OR NOT (r.requested_by_id IS NOT DISTINCT FROM ${userId}::uuid OR ${isOfOwnKey(userId)}))
      ${first(Prisma.sql`r.opened_at`, Prisma.sql`r.id`)})`;
  return [
    ...(isAllowed(role, "case.decide") ? [cases] : []),
    ...(isAllowed(role, "payout.create") ? [requests] : []),
    ...(isAllowed(role, "review.decide") ? [reviews] : []),
  ];
}

/** Rows that were decided meanwhile are left out. */
async function viewPlaces({ merchantId, userId, role }: InboxViewer, places: readonly Place[]): Promise<InboxRow[]> {
  const idsOf = (kind: Place["of"]) => places.filter(({ of }) => of === kind).map(({ id }) => id);
  const [cases, requests, open] = await Promise.all([
    readCases(idsOf("case")),
    readRequests(idsOf("request")),
    readOpenReviews(merchantId, idsOf("review")),
  ]);
  const [board, reviews] = await Promise.all([
    viewBoard([
      ...cases.map((row) => ({ of: "case", id: row.id, at: row.openedAt, row }) as const),
      ...requests.map((row) => ({ of: "request", id: row.id, at: row.createdAt, row }) as const),
    ]),
    viewReviews(merchantId, open, { userId, mayPayOut: isAllowed(role, "payout.create") }),
  ]);
  const rows: readonly InboxRow[] = [...board, ...reviews.map((row) => ({ of: "review", ...row }) as const)];
  return places.flatMap(({ of, id }) => rows.find((row) => row.of === of && row.id === id) ?? []);
}
