import { selectUserPage, type UserListRow } from "@/lib/fronts/admin/users-repo";
import {
  USER_PAGE_SIZE,
  type UserListQuery,
  type UserPageView,
  type UserRowView,
} from "@/lib/fronts/admin/users-schema";
import { parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";

/** Everybody who can sign in, the newest first, a page at a time. */
export async function listUsers(query: UserListQuery): Promise<UserPageView> {
  const filter = {
    group: query.status ?? null,
    search: query.q || null,
    before: query.cursor ? parseListCursor(query.cursor) : null,
  };
  const rows = await selectUserPage(filter, USER_PAGE_SIZE + 1);
  const shown = rows.slice(0, USER_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: shown.map(toRowView), nextCursor: last ? toListCursor({ at: last.createdAt, id: last.id }) : null };
}

function toRowView({ createdAt, lastSeenAt, ...row }: UserListRow): UserRowView {
  return { ...row, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt?.toISOString() ?? null };
}
