import { z } from "zod";
import { anonymous } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { confirmEmail } from "@/lib/people/identity/confirm-email";
import { confirmEmailInput } from "@/lib/people/identity/schema";

/** Confirms an email address by a mailed link; the secret is in the body. */
export const POST = sessionEndpoint({
  access: anonymous(),
  input: confirmEmailInput,
  output: z.object({}),
  handle: async ({ input, ip, now }) => {
    await confirmEmail(input.token, ip, now);
    return {};
  },
});
