import { z } from "zod";
import { stranger } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { completeSetup } from "@/lib/merchants/complete-setup";
import { setupInput } from "@/lib/merchants/schema";

/** The first start. */
export const POST = sessionEndpoint({
  access: stranger(),
  input: setupInput,
  output: z.object({}),
  handle: async ({ input, ip, now }) => {
    await completeSetup(input, ip, now);
    return {};
  },
});
