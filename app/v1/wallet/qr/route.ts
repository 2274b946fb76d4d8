import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { staticWalletQr } from "@/lib/fronts/machine-api/operations/wallets";
import { walletQr } from "@/lib/money-in/static-wallets/get-wallet";

/** Returns the QR image of a static wallet's address. */
export const POST = endpoint(staticWalletQr, ({ merchant, body }) => walletQr(merchant.id, body.wallet_address_uuid));
