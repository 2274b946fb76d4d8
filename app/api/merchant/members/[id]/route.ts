import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { changeMemberRole } from "@/lib/merchants/change-member-role";
import { memberRoleInput } from "@/lib/merchants/members-schema";
import { removeMember } from "@/lib/merchants/remove-member";

/** `id` is the person's. */
const ofMember = z.object({ id: z.uuid() });

export const POST = sessionEndpoint({
  access: fresh(member("member.change")),
  input: ofMember.extend(memberRoleInput.shape),
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input: { id: userId, role }, now }) => {
    await changeMemberRole({ merchantId, actorId: session.user.id, userId, role }, now);
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
