import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { type ExchangeServiceForm, type ExchangeTermsForm, exchangesView } from "@/lib/fronts/admin/exchanges-schema";
import { fetchJson } from "@/lib/fronts/client/fetch-json";

const done = z.object({});

export const exchangeQueries = {
  terms: () =>
    queryOptions({
      queryKey: ["operator", "exchanges"],
      queryFn: ({ signal }) => fetchJson("/api/operator/exchanges", exchangesView, { signal }),
    }),
};

export function saveExchangeTerms(form: ExchangeTermsForm) {
  return fetchJson("/api/operator/exchanges", done, { method: "POST", body: form });
}

export function resetExchangeTerms(form: ExchangeServiceForm) {
  return fetchJson("/api/operator/exchanges/reset", done, { method: "POST", body: form });
}
