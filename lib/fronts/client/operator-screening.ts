import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import type { importListForm } from "@/lib/people/screening/schema";

export type ImportForm = z.output<typeof importListForm>;

/** A list of addresses as a file: a new one, or the next version of one that is there. */
export function importScreeningList({ name, format, text, file }: ImportForm) {
  const url = withSearch("/api/operator/screening", { name, format });
  return fetchJson(url, z.object({}), { method: "POST", file: file ?? text });
}
