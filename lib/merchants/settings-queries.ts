import { database } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { selectMerchantNames, selectMerchantSettings } from "@/lib/merchants/merchants-repo";
import type { MerchantSettingsView } from "@/lib/merchants/schema";

/** @throws AppError `not_found` */
export async function getMerchantSettings(merchantId: string): Promise<MerchantSettingsView> {
  const settings = await selectMerchantSettings(database(), merchantId);
  if (settings === null) throw new AppError("not_found", "There is no such merchant.");
  return settings;
}

/** Every merchant of the installation, by name: for the operator alone. */
export function listMerchantNames(): Promise<{ id: string; name: string }[]> {
  return selectMerchantNames(database());
}
