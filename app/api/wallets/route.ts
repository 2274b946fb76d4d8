import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { createWalletFromForm } from "@/lib/wallets/create-from-form";
import { listWallets } from "@/lib/wallets/dashboard-queries";
import { walletListQuery, walletPageView } from "@/lib/wallets/dashboard-schema";
import { newWalletInput } from "@/lib/wallets/new-wallet-schema";

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
