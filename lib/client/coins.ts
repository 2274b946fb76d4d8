import { z } from "zod";
import type { AcceptedCoinsInput, CoinTermsForm } from "@/lib/accepted-coins/schema";
import { fetchJson } from "@/lib/client/fetch-json";

export function saveAcceptedCoins(input: AcceptedCoinsInput) {
  return fetchJson("/api/merchant/coins", z.object({}), { method: "POST", body: input });
}

export function saveCoinTerms(input: CoinTermsForm) {
  return fetchJson("/api/merchant/coins/terms", z.object({}), { method: "POST", body: input });
}
