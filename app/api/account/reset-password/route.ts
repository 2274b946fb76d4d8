import { z } from "zod";
import { browserCookie } from "@/lib/fronts/dashboard/cookies";
import { anonymous } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { resetPassword } from "@/lib/people/identity/change-password";
import { resetPasswordInput } from "@/lib/people/identity/schema";

/** Sets a new password by a mailed link; the secret is in the body. */
export const POST = sessionEndpoint({
  access: anonymous(),
  input: resetPasswordInput,
  output: z.object({}),
  handle: async ({ input, ip, now, headers, setCookie }) => {
    const { userId } = await resetPassword(input, ip, now);
    setCookie(await browserCookie(userId, headers.get("cookie"), now));
    return {};
  },
});
