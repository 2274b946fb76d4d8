import { z } from "zod";
import { acceptInvitation } from "@/lib/accounts/accept-invitation";
import { acceptInvitationInput } from "@/lib/accounts/schema";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Accepts an invitation for who is signed in; the secret of the link is in the body. */
export const POST = sessionEndpoint({
  access: person(),
  input: acceptInvitationInput,
  output: z.object({ merchantId: z.uuid() }),
  handle: ({ session, input, now }) => acceptInvitation(input, session.user, now),
});
