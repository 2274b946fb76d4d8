import { endpoint } from "@/lib/api/endpoint";
import { staticWalletQr } from "@/lib/api/operations/wallets";
import { walletQr } from "@/lib/wallets/wallet-qr";

/** The QR image of a static wallet's address. */
export const POST = endpoint(staticWalletQr, ({ merchant, body }) => walletQr(merchant.id, body.wallet_address_uuid));
