import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { readStatement } from "@/lib/statements/read-statement";
import { statementQuery, statementView } from "@/lib/statements/schema";

/** Of whoever looks, and of nobody else. */
export const GET = sessionEndpoint({
  access: person(),
  input: statementQuery,
  output: statementView,
  handle: ({ session, input }) => readStatement({ userId: session.user.id }, input),
});
