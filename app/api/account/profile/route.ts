import { z } from "zod";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { profileInput } from "@/lib/merchants/schema";
import { updateProfile } from "@/lib/merchants/update-profile";

export const POST = sessionEndpoint({
  access: person(),
  input: profileInput,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await updateProfile(session.user.id, input);
    return {};
  },
});
