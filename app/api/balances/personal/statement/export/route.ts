import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { person } from "@/lib/dashboard/gates";
import { exportStatement } from "@/lib/statements/export-statement";
import { statementFilterInput } from "@/lib/statements/schema";

export const GET = downloadEndpoint({
  access: person(),
  input: statementFilterInput,
  handle: ({ session, input, now }) => Promise.resolve(exportStatement({ userId: session.user.id }, input, now)),
});
