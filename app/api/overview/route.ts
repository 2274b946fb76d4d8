import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { readOverview } from "@/lib/fronts/dashboard/overview";
import { overviewView } from "@/lib/fronts/dashboard/overview-schema";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  output: overviewView,
  handle: ({ member: { merchantId, session }, now }) =>
    readOverview({ merchantId, isOperator: session.user.isOperator }, now),
});
