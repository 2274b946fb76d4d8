import { z } from "zod";
import { anonymous } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { completeSetup } from "@/lib/people/identity/complete-setup";
import { setupInput } from "@/lib/people/merchants/schema";

/** Creates the first operator on a new installation. */
export const POST = sessionEndpoint({
  access: anonymous(),
  input: setupInput,
  output: z.object({}),
  handle: async ({ input, ip, now }) => {
    await completeSetup(input, ip, now);
    return {};
  },
});
