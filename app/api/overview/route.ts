import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { readOverview } from "@/lib/dashboard/overview";
import { overviewView } from "@/lib/dashboard/overview-schema";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  output: overviewView,
  handle: ({ member: { merchantId, session }, now }) =>
    readOverview({ merchantId, isOperator: session.user.isOperator }, now),
});
