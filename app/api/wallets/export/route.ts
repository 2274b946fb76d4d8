import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";
import { walletFilterQuery } from "@/lib/money-in/static-wallets/dashboard-schema";
import { exportWallets } from "@/lib/money-in/static-wallets/export-wallets";

/** Exports the list as a file, with the same filter. */
export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: walletFilterQuery,
  handle: async ({ member: { merchantId }, input, now }) => exportWallets(merchantId, input, now),
});
