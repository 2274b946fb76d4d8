import { z } from "zod";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { sendVerificationAgain } from "@/lib/people/identity/confirm-email";

/** Sends the mail that proves one's address again. */
export const POST = sessionEndpoint({
  access: person(),
  input: z.object({}),
  output: z.object({}),
  handle: async ({ session, now }) => {
    await sendVerificationAgain(session.user.id, now);
    return {};
  },
});
