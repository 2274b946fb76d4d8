import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { readStatement } from "@/lib/statements/read-statement";
import { statementQuery, statementView } from "@/lib/statements/schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: statementQuery,
  output: statementView,
  handle: ({ member: { merchantId }, input }) => readStatement({ merchantId }, input),
});
