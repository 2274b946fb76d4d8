import { database, type Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { addMember } from "@/lib/people/merchants/members-repo";
import type { Merchant } from "@/lib/people/merchants/merchant";
import { insertMerchant, selectMerchant } from "@/lib/people/merchants/merchants-repo";
import { nameInput } from "@/lib/people/merchants/schema";

/**
 * Creates a merchant and its owner, whose personal wallets belong to it from now on. Opens no
 * accounts and issues no keys: those are created when first needed.
 */
export async function createMerchant(tx: Tx, input: { name: string; ownerUserId: string }): Promise<{ id: string }> {
  const merchant = await insertMerchant(tx, { name: nameInput.parse(input.name), walletOwnerId: input.ownerUserId });
  await addMember(tx, { merchantId: merchant.id, userId: input.ownerUserId, role: "owner" });
  return merchant;
}

/** Returns the merchant as the commands of other folders need it. @throws AppError `not_found` */
export async function getMerchant(id: string): Promise<Merchant> {
  const merchant = await selectMerchant(database(), id);
  if (merchant === null) throw new AppError("not_found", "Merchant not found.");
  return merchant;
}
