import { z } from "zod";
import { signUpInput } from "@/lib/accounts/schema";
import { signUp } from "@/lib/accounts/sign-up";
import { stranger } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Makes an account by an invitation; the secret of the link is in the body. */
export const POST = sessionEndpoint({
  access: stranger(),
  input: signUpInput,
  output: z.object({}),
  handle: async ({ input, ip, now }) => {
    await signUp(input, ip, now);
    return {};
  },
});
