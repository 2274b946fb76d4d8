import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { listMembers } from "@/lib/people/members/members-queries";
import { membersView } from "@/lib/people/members/members-schema";

export const GET = sessionEndpoint({
  access: member("member.read"),
  input: z.object({}),
  output: membersView,
  handle: ({ member: { merchantId, role, session } }) => listMembers(merchantId, { userId: session.user.id, role }),
});
