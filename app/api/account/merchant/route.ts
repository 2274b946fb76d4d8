import { cookies } from "next/headers";
import { z } from "zod";
import { MERCHANT_COOKIE, memberOf } from "@/lib/dashboard/current-session";
import { person } from "@/lib/dashboard/gates";
import { isCookieSecure } from "@/lib/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Chooses the merchant to work for. The cookie is a preference only: membership is looked up on every request. */
export const POST = sessionEndpoint({
  access: person(),
  input: z.object({ merchantId: z.uuid() }),
  output: z.object({}),
  handle: async ({ session, input }) => {
    const { merchantId } = await memberOf(session, input.merchantId);
    (await cookies()).set(MERCHANT_COOKIE, merchantId, {
      httpOnly: true,
      sameSite: "lax",
      secure: isCookieSecure(),
      path: "/",
    });
    return {};
  },
});
