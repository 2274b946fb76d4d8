import { z } from "zod";
import { resendInvitation } from "@/lib/accounts/change-invitation";
import { sentInvitation } from "@/lib/accounts/schema";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

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
