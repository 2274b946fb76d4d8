import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { type AcceptNonceForm, type StopForm, stopsView } from "@/lib/fronts/admin/stops-schema";
import { fetchJson } from "@/lib/fronts/client/fetch-json";

const REFRESH_MS = 5_000;
const done = z.object({});

export function stopsQuery() {
  return queryOptions({
    queryKey: ["operator", "stops"],
    queryFn: ({ signal }) => fetchJson("/api/operator/stops", stopsView, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function stopSends(form: StopForm) {
  return fetchJson("/api/operator/stops", done, { method: "POST", body: form });
}

export function resumeSends(form: { scope: string }) {
  return fetchJson("/api/operator/stops/resume", done, { method: "POST", body: form });
}

export function acceptChainNonce(form: AcceptNonceForm) {
  return fetchJson("/api/operator/stops/accept-nonce", done, { method: "POST", body: form });
}
