import {
  type HeldAmounts,
  listRefundableHolds,
  priceHolds,
  quoteRefundFee,
  refundHolds,
  refundService,
} from "@/lib/exceptions/refunds/held-refund";
import type { Refund } from "@/lib/exceptions/refunds/refund";
import type { BlockedRefundInput, BlockedRefundView } from "@/lib/exceptions/refunds/schema";
import { lockHeldDeposits } from "@/lib/exceptions/refunds/wallet-holds-repo";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { formatCrypto } from "@/lib/kernel/money/format";
import { getWallet } from "@/lib/money-in/static-wallets/get-wallet";
import { lockWallet } from "@/lib/money-in/static-wallets/repo";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import type { Merchant } from "@/lib/people/merchants/merchant";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { checkAddress } from "@/lib/sending/destinations/check-destination";
import type { FeeQuote } from "@/lib/sending/fees/fee-quotes-repo";

type Plan = HeldAmounts & {
  readonly wallet: StaticWallet;
  readonly service: CatalogService;
  readonly address: string;
  readonly feeQuote: FeeQuote;
};

/**
 * Sends all funds held by a blocked wallet to one address, once, less the fee. Deposits confirmed
 * by now are first moved to held funds, so that they are included; later ones become cases. Runs
 * under the wallet's lock, which crediting, holding and blocking also take.
 *
 * @param requestedById the user who creates it; null for the machine API
 * @param isByPaymentKey the machine API creates it with the payment key
 * @throws AppError with the specification's text, or naming the invalid parameter; no funds were
 *   taken then
 */
export async function refundBlockedWallet(
  merchant: Merchant,
  input: BlockedRefundInput,
  requestedById: string | null = null,
  isByPaymentKey = false,
): Promise<BlockedRefundView> {
  await assertMayPayOut(merchant.id);
  // If both ids are given, the uuid decides here, the reverse of elsewhere.
  const { uuid, order_id } = input;
  const found = await getWallet(merchant.id, { uuid, order_id: uuid === null ? order_id : null });
  if (found.status === "blocked") await settleWallet(found.id);
  const plan = await planBlockedRefund(found, input.address);
  const { sentAmount, commission } = await withTransaction((tx) =>
    carryOut(tx, { ...plan, requestedById, isByPaymentKey }),
  );
  return { commission: formatCrypto(commission), amount: formatCrypto(sentAmount) };
}

/**
 * Returns what the refund would send; takes no locks. @throws AppError with the specification's
 * text
 */
export async function planBlockedRefund(wallet: StaticWallet, address: string): Promise<Plan> {
  const holds = await listRefundableHolds(database(), wallet);
  const catalog = await loadCatalog();
  const service = refundService(catalog, wallet.currencyCode, wallet.networkCode);
  const destination = await checkAddress(catalog, service.network, address);
  const feeQuote = await quoteRefundFee(service);
  return { ...priceHolds(service, holds, feeQuote), wallet, service, address: destination, feeQuote };
}

type By = { readonly requestedById: string | null; readonly isByPaymentKey: boolean };

/**
 * Evaluated again under the lock: the second of two concurrent calls sees the effect of the first.
 */
async function carryOut(tx: Tx, plan: Plan & By): Promise<Refund> {
  const { service, feeQuote, address, requestedById, isByPaymentKey } = plan;
  const wallet = await lockWallet(tx, plan.wallet.id);
  invariant(wallet, "a wallet is never deleted");
  await lockHeldDeposits(tx, wallet.id);
  const holds = await listRefundableHolds(tx, wallet);
  const amounts = priceHolds(service, holds, feeQuote);
  const refund = await refundHolds(tx, {
    wallet,
    service,
    feeQuote,
    address,
    holds,
    amounts,
    requestedById,
    isByPaymentKey,
  });
  const { merchantId, id: target } = wallet;
  const detail = { refund: refund.id, amount: amounts.amount.toFixed(), currency: wallet.currencyCode, address };
  await recordAudit(tx, { actorId: requestedById, merchantId, action: "wallet.refund", target, detail });
  return refund;
}
