import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { getMerchant } from "@/lib/merchants/get-merchant";
import { createWallet } from "@/lib/wallets/create-wallet";
import type { NewWalletInput } from "@/lib/wallets/new-wallet-schema";
import { findWalletByOrderId } from "@/lib/wallets/repo";
import { createWalletInput } from "@/lib/wallets/schema";
import { NEEDS_TLS_WORDS } from "@/lib/webhooks/callback-address";

/** Names of the form's fields by those of the machine API. */
const FORM_FIELDS: Readonly<Record<string, keyof NewWalletInput>> = {
  currency: "coin",
  network: "network",
  order_id: "orderId",
  url_callback: "urlCallback",
};

/**
 * Creates a static wallet from the dashboard's form by the same command as the machine API. Unlike there, a known order id is
 * refused: a person who types one twice means two wallets.
 * @throws AppError, with the form's own field names
 */
export async function createWalletFromForm(
  { merchantId, actorId }: { readonly merchantId: string; readonly actorId: string },
  form: NewWalletInput,
): Promise<{ id: string }> {
  if (await findWalletByOrderId(merchantId, form.orderId)) throw orderIdTaken();
  const input = createWalletInput.safeParse({
    currency: form.coin,
    network: form.network,
    order_id: form.orderId,
    url_callback: form.urlCallback,
  });
  if (!input.success) throw notAccepted(input.error.issues.map(({ path }) => String(path[0])));
  try {
    const { id } = await createWallet(await getMerchant(merchantId), input.data);
    // After it, not with it: making a wallet is one statement, for which the machine API's clients wait.
    const after = { orderId: form.orderId, currency: form.coin, networkCode: form.network };
    await withTransaction((tx) => recordAudit(tx, { actorId, merchantId, action: "wallet.create", target: id, after }));
    return { id };
  } catch (error) {
    if (error instanceof AppError && error.fields?.["order_id"]) throw orderIdTaken();
    if (error instanceof AppError && error.fields?.["url_callback"]) throw callbackInTheClear();
    throw error;
  }
}

function notAccepted(names: readonly string[]): AppError {
  const fields = Object.fromEntries(names.map((name) => [FORM_FIELDS[name] ?? name, ["This is not accepted."]]));
  return new AppError("invalid_request", "Something is not filled in right.", { fields });
}

function callbackInTheClear(): AppError {
  return new AppError("invalid_request", NEEDS_TLS_WORDS, { fields: { urlCallback: [NEEDS_TLS_WORDS] } });
}

function orderIdTaken(): AppError {
  return new AppError("invalid_request", "That order id is taken.", {
    fields: { orderId: ["An invoice, a static wallet or a recurring payment has this order id already."] },
  });
}
