import { endpoint } from "@/lib/api/endpoint";
import { refundBlockedWalletOperation } from "@/lib/api/operations/refunds";
import { refundBlockedWallet } from "@/lib/refunds/refund-blocked-wallet";

export const POST = endpoint(refundBlockedWalletOperation, ({ merchant, body }) => refundBlockedWallet(merchant, body));
