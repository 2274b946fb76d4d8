import { z } from "zod";
import { browserCookie } from "@/lib/fronts/dashboard/browser-cookie";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionCookie } from "@/lib/fronts/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { changePassword } from "@/lib/people/identity/change-password";
import { changePasswordInput } from "@/lib/people/merchants/schema";

export const POST = sessionEndpoint({
  access: person(),
  input: changePasswordInput,
  output: z.object({}),
  handle: async ({ session, input, ip, now, headers, setCookie }) => {
    const renewed = await changePassword({ userId: session.user.id, sessionId: session.id, ip }, input, now);
    setCookie(await sessionCookie(renewed));
    setCookie(await browserCookie(session.user.id, headers.get("cookie"), now));
    return {};
  },
});
