import { z } from "zod";
import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";
import { batchTemplate } from "@/lib/payout-batches/export-batch";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  handle: () => Promise.resolve(batchTemplate()),
});
