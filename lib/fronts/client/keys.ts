import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import { type ApiKeyView, apiKeyView, type rotateApiKeyInput } from "@/lib/people/merchants/schema";

export function keysQuery() {
  return queryOptions({
    queryKey: ["keys"],
    queryFn: ({ signal }) => fetchJson("/api/keys", z.array(apiKeyView), { signal }),
  });
}

/** Makes a key of a kind, or replaces it. */
export function rotateKey({ kind, ...body }: z.input<typeof rotateApiKeyInput> & { kind: ApiKeyView["kind"] }) {
  const path = kind === "payout" ? "/api/keys/payout" : "/api/keys";
  return fetchJson(path, z.object({ secret: z.string() }), { method: "POST", body });
}
