import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listUsers } from "@/lib/operations/users-queries";
import { userListQuery, userPageView } from "@/lib/operations/users-schema";

/** Everybody who can sign in, a page at a time. */
export const GET = sessionEndpoint({
  access: operator(),
  input: userListQuery,
  output: userPageView,
  handle: ({ input }) => listUsers(input),
});
