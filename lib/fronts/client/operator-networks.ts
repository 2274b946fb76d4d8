import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import {
  type NetworkForm,
  networkDetailView,
  networkListView,
  type ServiceForm,
} from "@/lib/fronts/admin/networks-schema";
import { pricesView } from "@/lib/fronts/admin/prices-schema";
import { fetchJson } from "@/lib/fronts/client/fetch-json";

const REFRESH_MS = 5_000;
const done = z.object({});

const addressOf = (code: string) => `/api/operator/networks/${encodeURIComponent(code)}`;

export const networkQueries = {
  list: () =>
    queryOptions({
      queryKey: ["operator", "networks", "list"],
      queryFn: ({ signal }) => fetchJson("/api/operator/networks", networkListView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  detail: (code: string) =>
    queryOptions({
      queryKey: ["operator", "networks", "detail", code],
      queryFn: ({ signal }) => fetchJson(addressOf(code), networkDetailView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
};

export function pricesQuery() {
  return queryOptions({
    queryKey: ["operator", "prices"],
    queryFn: ({ signal }) => fetchJson("/api/operator/prices", pricesView, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function saveNetwork({ code, ...body }: NetworkForm) {
  return fetchJson(addressOf(code), done, { method: "POST", body });
}

export function saveService({ code, currency, ...body }: ServiceForm) {
  return fetchJson(`${addressOf(code)}/services/${encodeURIComponent(currency)}`, done, { method: "POST", body });
}
