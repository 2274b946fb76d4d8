import { z } from "zod";
import { resetPassword } from "@/lib/accounts/reset-password";
import { resetPasswordInput } from "@/lib/accounts/schema";
import { browserCookie } from "@/lib/dashboard/browser-cookie";
import { stranger } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Sets a new password by a mailed link; its secret is in the body. */
export const POST = sessionEndpoint({
  access: stranger(),
  input: resetPasswordInput,
  output: z.object({}),
  handle: async ({ input, ip, now, headers, setCookie }) => {
    const { userId } = await resetPassword(input, ip, now);
    setCookie(await browserCookie(userId, headers.get("cookie"), now));
    return {};
  },
});
