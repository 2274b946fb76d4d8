import { qrPngDataUri } from "@/lib/qr/qr-png";
import { getWallet } from "@/lib/wallets/get-wallet";

/** The QR image of a static wallet's address. @throws AppError `not_found` when the merchant has no such wallet */
export async function walletQr(merchantId: string, uuid: string): Promise<{ image: string }> {
  const wallet = await getWallet(merchantId, { uuid, order_id: null });
  return { image: qrPngDataUri(wallet.address) };
}
