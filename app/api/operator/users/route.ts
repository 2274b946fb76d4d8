import { listUsers } from "@/lib/fronts/admin/users-queries";
import { userListQuery, userPageView } from "@/lib/fronts/admin/users-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Everybody who can sign in, a page at a time. */
export const GET = sessionEndpoint({
  access: operator(),
  input: userListQuery,
  output: userPageView,
  handle: ({ input }) => listUsers(input),
});
