import { z } from "zod";
import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";
import { batchTemplate } from "@/lib/money-out/payout-batches/export-batch";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  handle: () => Promise.resolve(batchTemplate()),
});
