import { z } from "zod";
import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";
import { exportMerchantJournal } from "@/lib/statements/export-journal";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  handle: ({ member: { merchantId, merchantName }, now }) =>
    Promise.resolve(exportMerchantJournal(merchantId, merchantName, now)),
});
