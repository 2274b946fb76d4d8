import { z } from "zod";
import { person } from "@/lib/fronts/dashboard/gates";
import { chosenOf } from "@/lib/fronts/dashboard/merchant-choice";
import { isCookieSecure } from "@/lib/fronts/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { MERCHANT_COOKIE } from "@/lib/fronts/paths/merchant-names";
import { listMemberships } from "@/lib/people/identity/session-queries";

/**
 * Chooses the merchant whose pages are drawn next. The cookie is a preference only: membership is looked up on every request, and the
 * frame of the pages writes it as well. Also for a merchant that waits for a second factor: its pages say so.
 */
export const POST = sessionEndpoint({
  access: person(),
  input: z.object({ merchantId: z.uuid() }),
  output: z.object({}),
  handle: async ({ session, input, setCookie }) => {
    const { merchantId } = chosenOf(await listMemberships(session.user.id), { named: input.merchantId });
    setCookie({
      name: MERCHANT_COOKIE,
      value: merchantId,
      httpOnly: false,
      sameSite: "lax",
      secure: isCookieSecure(),
      path: "/",
    });
    return {};
  },
});
