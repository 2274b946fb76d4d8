import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { person } from "@/lib/fronts/dashboard/gates";
import { exportStatement } from "@/lib/ledger/statements/read-statement";
import { statementFilterInput } from "@/lib/ledger/statements/schema";

export const GET = downloadEndpoint({
  access: person(),
  input: statementFilterInput,
  handle: ({ session, input, now }) => Promise.resolve(exportStatement({ userId: session.user.id }, input, now)),
});
