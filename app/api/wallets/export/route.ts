import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";
import { walletFilterQuery } from "@/lib/wallets/dashboard-schema";
import { exportWallets } from "@/lib/wallets/export-wallets";

/** The list as a file, with the same filter. */
export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: walletFilterQuery,
  handle: async ({ member: { merchantId }, input, now }) => exportWallets(merchantId, input, now),
});
