import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import type { Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { listMerchantHoldings } from "@/lib/ledger/holdings";
import { CONVERTED_TO } from "@/lib/money-in/conversions/conversion";
import type { NewPayoutInput, PayoutOptions, PayoutPreviewInput } from "@/lib/money-out/payouts/dashboard-form-schema";
import { toFormError } from "@/lib/money-out/payouts/dashboard-refusal";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { isTerminalOpen, readTerminalState } from "@/lib/money-out/payouts/queue-payout-send";
import { findPayoutByOrderId } from "@/lib/money-out/payouts/repo";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import type { CatalogNetwork, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { appliedPriority, DEFAULT_PRIORITY } from "@/lib/sending/fees/fee-priority";

/** Returns what the payout form can currently offer a merchant. */
export async function listPayoutOptions(merchantId: string): Promise<PayoutOptions> {
  const [catalog, balances, state] = await Promise.all([
    loadCatalog(),
    listMerchantHoldings(merchantId),
    readTerminalState(),
  ]);
  const balanceOf = (code: string) => balances.find(({ currency }) => currency === code)?.spendable.toFixed() ?? "0";
  const coins = new Map<string, PayoutOptions["coins"][number]>();
  for (const service of catalog.services()) {
    if (!service.isPayoutEnabled || !service.isReviewed || !service.network.isEnabled) continue;
    const { code, name } = service.currency;
    const networks = [
      ...(coins.get(code)?.networks ?? []),
      toNetworkOption(service, catalog.isAvailable(service) && isTerminalOpen(state, service)),
    ];
    coins.set(code, { code, name, balance: balanceOf(code), networks });
  }
  const fiats = catalog.currencies().filter(({ kind }) => kind === "fiat");
  return {
    coins: [...coins.values()],
    fiats: fiats.map(({ code, name }) => ({ code, name })),
    convertFrom: { code: CONVERTED_TO, balance: balanceOf(CONVERTED_TO) },
  };
}

function toNetworkOption(
  service: CatalogService,
  isReady: boolean,
): PayoutOptions["coins"][number]["networks"][number] {
  return {
    code: service.network.code,
    name: service.network.name,
    minimum: service.payoutMin.toFixed(),
    maximum: service.payoutMax.toFixed(),
    decimals: service.decimals,
    hasMemo: service.network.hasMemo,
    hasPriority: service.network.hasPriority,
    isReady,
  };
}

/** Maps the form's values to the names of the machine API. */
export function toWireNames(form: PayoutPreviewInput) {
  return {
    amount: form.amount,
    currency: form.currency,
    network: form.network,
    to_currency: form.coin,
    from_currency: form.fromCurrency,
    course_source: form.requestedRateSource,
    priority: form.priority,
    address: form.address,
    memo: form.memo,
    is_subtract: form.isFeeOnTop,
  };
}

/**
 * Creates a payout from the dashboard's form with the same command as the machine API. The form
 * keeps one order id while it is open, so that submitting twice pays once. The order id of a
 * different payout is refused, so that nobody mistakes an old payout for a new one.
 * @throws AppError with a user-facing message and the form's field names
 */
export async function createPayoutFromForm(
  merchantId: string,
  userId: string,
  form: NewPayoutInput,
): Promise<{ id: string }> {
  const network = (await loadCatalog()).network(form.network);
  const networkName = network?.name ?? form.network;
  const first = await findPayoutByOrderId(merchantId, form.orderId);
  if (first !== null) return { id: sameOrRefused(first, form, network) };
  const wire = { ...toWireNames(form), order_id: form.orderId, url_callback: form.urlCallback };
  const input = createPayoutInput.safeParse(wire);
  if (!input.success) {
    const fields = Object.fromEntries(input.error.issues.map(({ path, message }) => [String(path[0]), [message]]));
    throw toFormError(new AppError("invalid_request", "Not accepted", { fields }), networkName);
  }
  try {
    const note = (tx: Tx, id: string) => auditPayout(tx, { merchantId, actorId: userId, id }, form);
    const payout = await createPayout(await getMerchant(merchantId), input.data, userId, { claim: note });
    return { id: sameOrRefused(payout, form, network) };
  } catch (error) {
    throw toFormError(error, networkName);
  }
}

function auditPayout(
  tx: Tx,
  { id, ...who }: { readonly merchantId: string; readonly actorId: string; readonly id: string },
  { orderId, amount, currency, network, address }: NewPayoutInput,
): Promise<void> {
  const after = { orderId, amount, currency, networkCode: network, address };
  return recordAudit(tx, { ...who, action: "payout.create", target: id, after });
}

/**
 * Returns the id of a payout that matches the form. @throws AppError when its order id belongs to a
 * different payout
 */
function sameOrRefused(payout: Payout, form: NewPayoutInput, network: CatalogNetwork | null): string {
  const isSame =
    payout.amountText === form.amount &&
    payout.currencyCode === form.currency.toUpperCase() &&
    payout.networkCode === form.network.toLowerCase() &&
    payout.payerCode === (form.coin ?? form.currency).toUpperCase() &&
    payout.fromCode === (form.fromCurrency ?? form.coin ?? form.currency).toUpperCase() &&
    payout.isSubtract === form.isFeeOnTop &&
    payout.memo === form.memo &&
    (network === null || payout.priority === appliedPriority(network, form.priority ?? DEFAULT_PRIORITY)) &&
    payout.address.toLowerCase() === form.address.toLowerCase();
  if (isSame) return payout.id;
  throw new AppError("invalid_request", "This order ID is already used.", {
    fields: {
      orderId: [
        "A payout with this order ID already exists with other details. Check the list, then choose another ID.",
      ],
    },
  });
}
