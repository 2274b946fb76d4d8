import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson } from "@/lib/client/fetch-json";
import { apiKeyView, type rotateApiKeyInput } from "@/lib/merchants/schema";

export function keysQuery() {
  return queryOptions({
    queryKey: ["keys"],
    queryFn: ({ signal }) => fetchJson("/api/keys", z.array(apiKeyView), { signal }),
  });
}

export function rotateKey(input: z.input<typeof rotateApiKeyInput>) {
  return fetchJson("/api/keys", z.object({ secret: z.string() }), { method: "POST", body: input });
}
