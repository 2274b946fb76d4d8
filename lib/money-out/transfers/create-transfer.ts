import { AppError } from "@/lib/kernel/errors";
import { parseAmount } from "@/lib/kernel/money/parse-amount";
import { isRefusal, type Reason } from "@/lib/kernel/refusals";
import type { TransferForm } from "@/lib/money-out/transfers/dashboard-schema";
import { transferToBusiness, transferToPersonal } from "@/lib/money-out/transfers/transfer-funds";
import { errorText } from "@/lib/people/guards/refusal-text";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { findWalletOwner, type WalletOwner } from "@/lib/people/merchants/wallet-owner-repo";

export type TransferOrder = TransferForm & { readonly merchantId: string; readonly actorId: string };

/**
 * Creates a transfer on behalf of a user of the pages: the command of the machine API, with
 * user-facing refusals at their fields. Only the owner of the personal wallet may move money out of
 * it here.
 * @throws AppError
 */
export async function createTransfer({
  merchantId,
  actorId,
  direction,
  currency,
  amount,
}: TransferOrder): Promise<void> {
  const value = parseAmount(amount);
  if (value === null) throw atField("amount", "Enter an amount above zero, with a decimal point.");
  const owner = await findWalletOwner(merchantId);
  if (!owner?.isUsable) throw new AppError("refused", noWalletMessage(owner));
  if (direction === "to-business" && owner.userId !== actorId)
    throw new AppError("forbidden", `Only ${owner.name} can transfer from the personal wallet.`);
  const move = direction === "to-personal" ? transferToPersonal : transferToBusiness;
  try {
    await move(await getMerchant(merchantId), { amount: { text: amount, value }, currency }, actorId);
  } catch (error) {
    throw error instanceof AppError ? toTransferError(error) : error;
  }
}

function noWalletMessage(owner: WalletOwner | null): string {
  if (owner === null) return "This merchant has no personal wallet.";
  return `The personal wallet belongs to ${owner.name}, who is currently not an owner of this merchant. Transfers are not possible.`;
}

/**
 * Returns the refusal at the form's field, with its own message where the general one is too vague.
 */
function toTransferError(error: AppError): AppError {
  if (error.fields?.["amount"]) return atField("amount", "Has more decimals than the coin.");
  if (!isRefusal(error)) return error;
  const { reason } = error;
  if (reason === "outflow_blocked")
    return new AppError(
      "forbidden",
      "Transfers are on hold for 24 hours after a password or payout key change, or were stopped by the operator.",
    );
  const own = SENTENCES[reason];
  return own === undefined ? error : atField(own.field, own.text ?? errorText(error));
}

const SENTENCES: Partial<Record<Reason, { readonly field: "amount" | "currency"; readonly text?: string }>> = {
  not_enough_funds: { field: "amount", text: "The wallet balance is too low." },
  below_minimum: { field: "amount" },
  above_maximum: { field: "amount" },
  currency_not_found: { field: "currency", text: "This coin can't be transferred." },
  merchant_wallet_not_found: { field: "currency" },
  user_wallet_not_found: { field: "currency" },
};

function atField(field: string, message: string): AppError {
  return new AppError("refused", message, { fields: { [field]: [message] } });
}
