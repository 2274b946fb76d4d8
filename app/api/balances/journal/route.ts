import { z } from "zod";
import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";
import { exportMerchantJournal } from "@/lib/ledger/statements/export-journal";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  handle: ({ member: { merchantId, merchantName }, now }) =>
    Promise.resolve(exportMerchantJournal(merchantId, merchantName, now)),
});
