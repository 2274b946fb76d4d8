import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { changeBrand } from "@/lib/people/brands/change-brand";
import { brandChange } from "@/lib/people/brands/schema";

export const POST = sessionEndpoint({
  access: member("merchant.change"),
  input: brandChange,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await changeBrand({ merchantId, actorId: session.user.id, ...input });
    return {};
  },
});
