import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { getWalletDetail } from "@/lib/wallets/dashboard-queries";
import { walletDetailView } from "@/lib/wallets/dashboard-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: walletDetailView,
  handle: ({ member: { merchantId }, input }) => getWalletDetail(merchantId, input.id),
});
