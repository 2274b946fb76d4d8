import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listMembers } from "@/lib/merchants/members-queries";
import { membersView } from "@/lib/merchants/members-schema";

export const GET = sessionEndpoint({
  access: member("member.read"),
  input: z.object({}),
  output: membersView,
  handle: ({ member: { merchantId, role, session } }) => listMembers(merchantId, { userId: session.user.id, role }),
});
