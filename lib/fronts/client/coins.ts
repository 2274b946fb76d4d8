import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import type { AcceptedCoinsInput, CoinTermsForm } from "@/lib/money-in/accepted-coins/schema";

export function saveAcceptedCoins(input: AcceptedCoinsInput) {
  return fetchJson("/api/merchant/coins", z.object({}), { method: "POST", body: input });
}

export function saveCoinTerms(input: CoinTermsForm) {
  return fetchJson("/api/merchant/coins/terms", z.object({}), { method: "POST", body: input });
}
