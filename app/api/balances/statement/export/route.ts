import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";
import { exportStatement } from "@/lib/statements/export-statement";
import { statementFilterInput } from "@/lib/statements/schema";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: statementFilterInput,
  handle: ({ member: { merchantId }, input, now }) => Promise.resolve(exportStatement({ merchantId }, input, now)),
});
