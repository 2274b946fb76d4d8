import { formatCrypto } from "@/lib/kernel/money/format";
import type { TransferView } from "@/lib/money-out/transfers/schema";
import type { Transfer } from "@/lib/money-out/transfers/transfer-funds";

/** Returns the API's transfer result. */
export function toTransferView(transfer: Transfer): TransferView {
  return {
    user_wallet_transaction_uuid: transfer.userTransactionId,
    user_wallet_balance: formatCrypto(transfer.userBalance),
    merchant_transaction_uuid: transfer.merchantTransactionId,
    merchant_balance: formatCrypto(transfer.merchantBalance),
  };
}
