import { database } from "@/lib/db";
import { AppError } from "@/lib/errors";
import type { Merchant } from "@/lib/merchants/merchant";
import { selectMerchant } from "@/lib/merchants/merchants-repo";

/** What other folders' commands need of a merchant. @throws AppError `not_found` */
export async function getMerchant(id: string): Promise<Merchant> {
  const merchant = await selectMerchant(database(), id);
  if (merchant === null) throw new AppError("not_found", "There is no such merchant.");
  return merchant;
}
