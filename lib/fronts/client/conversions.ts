import { z } from "zod";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import type { AutoConvertInput } from "@/lib/money-in/conversions/schema";

/** Switches the conversion of one coin on or off. */
export function saveAutoConvert(input: AutoConvertInput) {
  return fetchJson("/api/merchant/auto-converts", z.object({}), { method: "POST", body: input });
}
