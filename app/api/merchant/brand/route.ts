import { z } from "zod";
import { changeBrand } from "@/lib/brands/change-brand";
import { brandChange } from "@/lib/brands/schema";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const POST = sessionEndpoint({
  access: member("merchant.change"),
  input: brandChange,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await changeBrand({ merchantId, actorId: session.user.id, ...input });
    return {};
  },
});
