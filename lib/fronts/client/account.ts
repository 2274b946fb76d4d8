import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import { leaveForMerchant } from "@/lib/fronts/client/shown-merchant";
import { routes } from "@/lib/fronts/paths/routes";
import type { SetupInput } from "@/lib/people/merchants/schema";

/** What a signed-in person does about themselves. */

const done = z.object({});

/** With which the keys of all begin that a person is told about themselves. */
export const ACCOUNT_KEY = ["account"] as const;

/** Opens a page of that merchant, loaded whole: nothing of one merchant may be seen under the name of another. */
export async function openMerchant(merchantId: string, path = routes.overview()) {
  await rpc.account.chooseMerchant.mutate({ merchantId });
  leaveForMerchant(path);
}

export function completeSetup(input: SetupInput) {
  return fetchJson("/api/setup", done, { method: "POST", body: input });
}
