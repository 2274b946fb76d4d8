import type { Tx } from "@/lib/db";
import { addMember } from "@/lib/merchants/add-member";
import { insertMerchant } from "@/lib/merchants/merchants-repo";
import { nameInput } from "@/lib/merchants/schema";

/** A merchant and its owner, whose personal wallets belong to it from now on. Opens no accounts and issues no keys: those appear when first needed. */
export async function createMerchant(tx: Tx, input: { name: string; ownerUserId: string }): Promise<{ id: string }> {
  const merchant = await insertMerchant(tx, { name: nameInput.parse(input.name), walletOwnerId: input.ownerUserId });
  await addMember(tx, { merchantId: merchant.id, userId: input.ownerUserId, role: "owner" });
  return merchant;
}
