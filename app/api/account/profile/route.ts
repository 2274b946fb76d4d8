import { z } from "zod";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { updateProfile } from "@/lib/people/identity/change-password";
import { profileInput } from "@/lib/people/merchants/schema";

export const POST = sessionEndpoint({
  access: person(),
  input: profileInput,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await updateProfile(session.user.id, input);
    return {};
  },
});
