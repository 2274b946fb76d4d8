import { useQuery } from "@tanstack/react-query";
import { rpc } from "@/lib/fronts/client/rpc";

/** The report runs about thirty checks, so it is not refreshed as often as the page. */
const REFRESH_MS = 15_000;

/** Fetches the doctor's report on the installation. */
export function useDoctor() {
  return useQuery(rpc.operator.doctor.report.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
}
