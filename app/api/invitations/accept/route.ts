import { z } from "zod";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { acceptInvitationInput } from "@/lib/people/identity/schema";
import { acceptInvitation } from "@/lib/people/members/accept-invitation";

/** Accepts an invitation for who is signed in; the secret of the link is in the body. */
export const POST = sessionEndpoint({
  access: person(),
  input: acceptInvitationInput,
  output: z.object({ merchantId: z.uuid() }),
  handle: ({ session, input, now }) => acceptInvitation(input, session.user, now),
});
