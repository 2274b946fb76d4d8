import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { Payout } from "@/lib/payouts/payout";
import { payoutErrors } from "@/lib/payouts/payout-error";
import type { PayoutPlan } from "@/lib/payouts/plan-payout";

/**
 * Whether the gateway can carry a payout by this service out. It cannot send yet, and says so: `payout/services` shows no service as
 * available, and `startPayout` refuses.
 */
export function canPayOut(_service: CatalogService): boolean {
  return false;
}

/** Takes the money and sends it. @throws AppError `The terminal was not found`: nothing was taken, nothing is written */
export async function startPayout({ service }: PayoutPlan): Promise<Payout> {
  throw payoutErrors.terminalNotFound({ network: service.network.code, reason: "payouts are not carried out yet" });
}
