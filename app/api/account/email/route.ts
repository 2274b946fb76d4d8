import { z } from "zod";
import { askToChangeEmail } from "@/lib/accounts/change-email";
import { changeEmailInput } from "@/lib/accounts/schema";
import { fresh } from "@/lib/dashboard/fresh";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Asks for another e-mail address. */
export const POST = sessionEndpoint({
  access: fresh(person()),
  input: changeEmailInput,
  output: z.object({}),
  handle: async ({ session, input, ip, now }) => {
    await askToChangeEmail({ userId: session.user.id, sessionId: session.id, ip }, input, now);
    return {};
  },
});
