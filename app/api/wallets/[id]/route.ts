import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { getWalletDetail } from "@/lib/money-in/static-wallets/dashboard-queries";
import { walletDetailView } from "@/lib/money-in/static-wallets/dashboard-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: walletDetailView,
  handle: ({ member: { merchantId }, input }) => getWalletDetail(merchantId, input.id),
});
