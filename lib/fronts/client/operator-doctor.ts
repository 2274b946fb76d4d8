import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import { doctorView } from "@/lib/fronts/doctor/schema";

/** It asks some thirty questions: not at every tick of the page. */
const REFRESH_MS = 15_000;

export function doctorQuery() {
  return queryOptions({
    queryKey: ["operator", "doctor"],
    queryFn: ({ signal }) => fetchJson("/api/operator/doctor", doctorView, { signal }),
    refetchInterval: REFRESH_MS,
  });
}
