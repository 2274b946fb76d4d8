import { z } from "zod";
import { anonymous } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { signUpInput } from "@/lib/people/identity/schema";
import { signUp } from "@/lib/people/members/accept-invitation";

/** Creates an account from an invitation; the secret of the link is in the body. */
export const POST = sessionEndpoint({
  access: anonymous(),
  input: signUpInput,
  output: z.object({}),
  handle: async ({ input, ip, now }) => {
    await signUp(input, ip, now);
    return {};
  },
});
