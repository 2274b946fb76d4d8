import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import { batchCheckView } from "@/lib/money-out/payout-batches/schema";

export const batchPaths = {
  template: () => "/api/payout-batches/template",
  export: (id: string) => `/api/payout-batches/${encodeURIComponent(id)}/export`,
};

/** Has a file looked at. Nothing is ordered. */
export function uploadBatch({ name, content }: { name: string; content: Blob | string }) {
  const path = withSearch("/api/payout-batches", { fileName: name });
  return fetchJson(path, batchCheckView, { method: "POST", file: content });
}
