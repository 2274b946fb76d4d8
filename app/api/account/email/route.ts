import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { askToChangeEmail } from "@/lib/people/identity/change-email";
import { changeEmailInput } from "@/lib/people/identity/schema";

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
