import type { ChainDriver } from "@/lib/chains/driver";
import { evaluateInspections, senderRejection } from "@/lib/exceptions/refunds/evaluate-sender";
import { priceHolds, quoteRefundFee, refundHolds } from "@/lib/exceptions/refunds/held-refund";
import { listFreeHolds, lockHeldDeposits } from "@/lib/exceptions/refunds/wallet-holds-repo";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { lockWallet } from "@/lib/money-in/static-wallets/repo";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { checkAddress } from "@/lib/sending/destinations/check-destination";
import type { FeeQuote } from "@/lib/sending/fees/fee-quotes-repo";

const TOO_SMALL = "The amount is too small for an automatic refund: it is below the fee or the coin's minimum";
/** Where at least this many hosts are configured, one node's attestation is not sufficient. */
const WITNESSES_MIN = 2;

/** The methods of a network's driver that a forced refund uses. */
export type SenderDriver = Pick<ChainDriver, "witnesses" | "inspectAddressByEach">;

/**
 * Refunds one held deposit to its sender, less the fee, if the sender is certain. Otherwise the
 * deposit stays held with the reason recorded, and can be refunded to a given address. Changes
 * nothing while too few nodes identify the sender.
 *
 * @throws AppError the refusal of a guard, or that no fee can be quoted now; errors of the driver.
 *   Nothing has changed then
 */
export async function forceRefund(hold: ForcedHold, driver: SenderDriver, signal: AbortSignal): Promise<void> {
  const catalog = await loadCatalog();
  const service = catalog.service(hold.currencyCode, hold.networkCode);
  // Payouts are disabled for now; the deposit waits until they are enabled again.
  if (service === null || !service.isPayoutEnabled || !service.isReviewed) return;
  const sender = await judge({ catalog, service, hold, driver }, signal);
  if (sender === null) return;
  const feeQuote = await quoteRefundFee(service);
  await withTransaction((tx) => carryOut(tx, { hold, service, feeQuote, ...sender }));
}

type Sender = { readonly address: string; readonly doubt: null } | { readonly address: null; readonly doubt: string };

type Question = {
  readonly catalog: Catalog;
  readonly service: CatalogService;
  readonly hold: ForcedHold;
  readonly driver: SenderDriver;
};

/**
 * Null while the nodes have not identified the sender; they are queried again, and a missing
 * response never counts as approval.
 */
async function judge({ catalog, service, hold, driver }: Question, signal: AbortSignal): Promise<Sender | null> {
  const { network } = service;
  const { fromAddress } = hold;
  const doubt = senderRejection(network, fromAddress);
  if (doubt !== null) return { address: null, doubt };
  invariant(
    fromAddress !== null && driver.inspectAddressByEach,
    "a sender without doubt is an account that nodes know",
  );
  const address = await checkAddress(catalog, network, fromAddress).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (address === null) return { address, doubt: `It came from ${fromAddress}, to which refunds are not allowed` };
  const nodeAnswers = await driver.inspectAddressByEach(address, signal);
  const needed = Math.min(WITNESSES_MIN, driver.witnesses);
  const found = evaluateInspections(nodeAnswers, address, { height: hold.blockHeight, needed });
  if (found.kind === "missing") return null;
  return found.kind === "account" ? { address, doubt: null } : { address: null, doubt: found.doubt };
}

type Order = Sender & { readonly hold: ForcedHold; readonly service: CatalogService; readonly feeQuote: FeeQuote };

/**
 * Evaluated again under the wallet's lock, because another worker, or a user who gave an address,
 * may have been first.
 */
async function carryOut(tx: Tx, { hold, service, feeQuote, address, doubt }: Order): Promise<void> {
  const wallet = await lockWallet(tx, hold.walletId);
  invariant(wallet, "a wallet is never deleted");
  await lockHeldDeposits(tx, wallet.id);
  const free = await listFreeHolds(tx, wallet.id);
  const one = free.find(({ depositId, inclusion }) => depositId === hold.depositId && inclusion === hold.inclusion);
  if (one === undefined || one.addressRequiredReason !== null) return;
  if (address === null) return await markAwaitingAddress(tx, hold, doubt);
  const amounts = priceOrNull(() => priceHolds(service, [one], feeQuote));
  if (amounts === null) return await markAwaitingAddress(tx, hold, TOO_SMALL);
  await refundHolds(tx, { wallet, service, feeQuote, address, holds: [one], amounts, requestedById: null });
}

function priceOrNull<Amounts>(price: () => Amounts): Amounts | null {
  try {
    return price();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A held deposit to be refunded to its sender. */
export type ForcedHold = {
  readonly depositId: string;
  readonly inclusion: number;
  readonly walletId: string;
  readonly networkCode: string;
  readonly currencyCode: string;
  readonly fromAddress: string | null;
  /** Height of the block that contains the deposit. */
  readonly blockHeight: bigint;
};

/**
 * Lists undecided holds of wallets with a forced refund, excluding deposits that an earlier refund
 * returned; ordered by deposit, starting after `after`.
 */
export async function listForcedHolds(
  after: Pick<ForcedHold, "depositId"> | null,
  limit: number,
): Promise<ForcedHold[]> {
  return await database().$queryRaw<ForcedHold[]>`
    SELECT h.deposit_id AS "depositId", h.inclusion, h.wallet_id AS "walletId", d.network_code AS "networkCode",
      d.currency_code AS "currencyCode", d.from_address AS "fromAddress", d.block_height AS "blockHeight"
    FROM wallet_holds h JOIN static_wallets w ON w.id = h.wallet_id JOIN deposits d ON d.id = h.deposit_id
    WHERE w.is_force_refund AND h.reversed_at IS NULL AND h.refund_id IS NULL AND h.address_required_reason IS NULL
      AND d.status = 'confirmed' AND NOT EXISTS (
        SELECT FROM wallet_holds e JOIN refunds r ON r.id = e.refund_id
        WHERE e.deposit_id = h.deposit_id AND e.reversed_at IS NOT NULL AND r.status <> 'fail')
      AND (${after?.depositId ?? null}::uuid IS NULL OR h.deposit_id > ${after?.depositId ?? null}::uuid)
    ORDER BY h.deposit_id LIMIT ${limit}`;
}

/** Returns whether there is any on any network. */
export async function hasForcedHolds(): Promise<boolean> {
  return (await listForcedHolds(null, 1)).length > 0;
}

/** Records why the deposit is not refunded automatically. The caller holds the wallet's lock. */
async function markAwaitingAddress(
  tx: Tx,
  { depositId, inclusion }: Pick<ForcedHold, "depositId" | "inclusion">,
  reason: string,
): Promise<void> {
  await tx.walletHold.updateMany({
    where: { depositId, inclusion, refundId: null, reversedAt: null },
    data: { addressRequiredReason: reason },
  });
}
