import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { sentInvitation } from "@/lib/people/identity/schema";
import { resendInvitation } from "@/lib/people/members/change-invitation";

/** Sends an invitation to open a merchant again, with a new link. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: z.object({ id: z.uuid() }),
  output: sentInvitation,
  handle: ({ session: { user }, input, ip, now }) => {
    const inviter = { userId: user.id, name: user.name, ip };
    return resendInvitation({ id: input.id, merchantId: null, inviter }, now);
  },
});
