import { z } from "zod";
import { anonymous } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { forgotPasswordInput } from "@/lib/people/identity/schema";
import { askForReset } from "@/lib/people/identity/send-reset-link";

/** Requests a password reset link. The response is the same whether or not the account exists. */
export const POST = sessionEndpoint({
  access: anonymous(),
  input: forgotPasswordInput,
  output: z.object({}),
  handle: async ({ input, ip, now }) => {
    await askForReset(input.email, ip, now);
    return {};
  },
});
