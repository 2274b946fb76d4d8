import { z } from "zod";
import { sendVerificationAgain } from "@/lib/accounts/send-verification";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

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
