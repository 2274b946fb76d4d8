import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";
import { exportStatement } from "@/lib/ledger/statements/read-statement";
import { statementFilterInput } from "@/lib/ledger/statements/schema";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: statementFilterInput,
  handle: ({ member: { merchantId }, input, now }) => Promise.resolve(exportStatement({ merchantId }, input, now)),
});
