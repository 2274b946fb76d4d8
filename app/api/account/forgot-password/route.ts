import { z } from "zod";
import { askForReset } from "@/lib/accounts/ask-for-reset";
import { forgotPasswordInput } from "@/lib/accounts/schema";
import { stranger } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Asks for a link for a new password: the same answer whoever asks for whom. */
export const POST = sessionEndpoint({
  access: stranger(),
  input: forgotPasswordInput,
  output: z.object({}),
  handle: async ({ input, ip, now }) => {
    await askForReset(input.email, ip, now);
    return {};
  },
});
