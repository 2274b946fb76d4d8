import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { createWalletFromForm } from "@/lib/money-in/static-wallets/create-wallet";
import { listWallets } from "@/lib/money-in/static-wallets/dashboard-queries";
import { walletListQuery, walletPageView } from "@/lib/money-in/static-wallets/dashboard-schema";
import { newWalletInput } from "@/lib/money-in/static-wallets/new-wallet-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: walletListQuery,
  output: walletPageView,
  handle: ({ member: { merchantId }, input }) => listWallets(merchantId, input),
});

export const POST = sessionEndpoint({
  access: member("wallet.change"),
  input: newWalletInput,
  output: z.object({ id: z.uuid() }),
  handle: ({ member: { merchantId, session }, input }) =>
    createWalletFromForm({ merchantId, actorId: session.user.id }, input),
});
