import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { removeMember } from "@/lib/people/members/remove-member";

/** Ends the person's own membership. */
export const POST = sessionEndpoint({
  access: fresh(member("merchant.read")),
  input: z.object({}),
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, now }) => {
    const { id: userId } = session.user;
    await removeMember({ merchantId, actorId: userId, userId }, now);
    return {};
  },
});
