import { AppError } from "@/lib/kernel/errors";
import { parseAmount } from "@/lib/kernel/money/parse-amount";
import type { TransferForm } from "@/lib/money-out/transfers/dashboard-schema";
import { transferToBusiness, transferToPersonal } from "@/lib/money-out/transfers/transfer-funds";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { findWalletOwner, type WalletOwner } from "@/lib/people/merchants/wallet-owner-repo";

export type TransferOrder = TransferForm & { readonly merchantId: string; readonly actorId: string };

/**
 * A transfer that a person orders on the pages: the command of the machine API, with refusals in words, each at its field. Out of the
 * personal wallet only the person whose it is may move money here.
 * @throws AppError
 */
export async function orderTransfer({
  merchantId,
  actorId,
  direction,
  currency,
  amount,
}: TransferOrder): Promise<void> {
  const value = parseAmount(amount);
  if (value === null) throw atField("amount", "Enter an amount above zero, with a point for decimals.");
  const owner = await findWalletOwner(merchantId);
  if (!owner?.isUsable) throw new AppError("refused", noWalletWords(owner));
  if (direction === "to-business" && owner.userId !== actorId)
    throw new AppError("forbidden", `Only ${owner.name} can move money out of the personal wallet.`);
  const move = direction === "to-personal" ? transferToPersonal : transferToBusiness;
  try {
    await move(await getMerchant(merchantId), { amount: { text: amount, value }, currency }, actorId);
  } catch (error) {
    throw error instanceof AppError ? inWords(error) : error;
  }
}

function noWalletWords(owner: WalletOwner | null): string {
  if (owner === null) return "This merchant has no personal wallet.";
  return `The personal wallet is ${owner.name}’s, who is no owner of this merchant at the moment. Nothing can be moved.`;
}

/** The texts of the machine API are written for programs. */
function inWords(error: AppError): AppError {
  const { message } = error;
  if (error.fields?.["amount"]) return atField("amount", "That is finer than this coin can be divided.");
  if (message === "Not enough funds") return atField("amount", "There is less than that in this wallet.");
  const limit = /^(Minimum|Maximum) amount (.+)$/.exec(message);
  if (limit)
    return atField("amount", `${limit[1] === "Minimum" ? "The least" : "The most"} that can be moved is ${limit[2]}.`);
  if (message === "The currency was not found") return atField("currency", "This coin cannot be moved.");
  if (message === "Merchant wallet not found")
    return atField("currency", "Your settings leave this coin out of the business wallet.");
  if (message === "No found user wallet") return atField("currency", "There is no personal wallet in this coin.");
  if (error.code !== "forbidden") return error;
  return new AppError(
    "forbidden",
    "Transfers are blocked: for 24 hours after a new password or payout key, or by the operator.",
  );
}

function atField(field: string, words: string): AppError {
  return new AppError("refused", words, { fields: { [field]: [words] } });
}
