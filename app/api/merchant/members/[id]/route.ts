import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { changeMemberRole } from "@/lib/people/members/change-member-role";
import { memberRoleInput } from "@/lib/people/members/members-schema";
import { removeMember } from "@/lib/people/members/remove-member";
import { wakeHeld } from "@/lib/sending/sends/tell-waiting";

/** `id` is the person's. */
const ofMember = z.object({ id: z.uuid() });

export const POST = sessionEndpoint({
  access: fresh(member("member.change")),
  input: ofMember.extend(memberRoleInput.shape),
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input: { id: userId, role }, now }) => {
    await changeMemberRole({ merchantId, actorId: session.user.id, userId, role }, now, wakeHeld);
    return {};
  },
});

export const DELETE = sessionEndpoint({
  access: fresh(member("member.change")),
  input: ofMember,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input: { id: userId }, now }) => {
    await removeMember({ merchantId, actorId: session.user.id, userId }, now);
    return {};
  },
});
