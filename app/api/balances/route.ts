import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listWallets } from "@/lib/merchants/dashboard-queries";
import { walletListView } from "@/lib/merchants/wallet-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  output: walletListView,
  handle: ({ member: { merchantId } }) => listWallets(merchantId),
});
