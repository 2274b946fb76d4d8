import { z } from "zod";
import { confirmEmail } from "@/lib/accounts/confirm-email";
import { confirmEmailInput } from "@/lib/accounts/schema";
import { stranger } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Proves an address by a mailed link; its secret is in the body. */
export const POST = sessionEndpoint({
  access: stranger(),
  input: confirmEmailInput,
  output: z.object({}),
  handle: async ({ input, ip, now }) => {
    await confirmEmail(input.token, ip, now);
    return {};
  },
});
