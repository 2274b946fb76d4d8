import { useQuery } from "@tanstack/react-query";
import { rpc } from "@/lib/fronts/client/rpc";

/** It asks some thirty questions: not at every tick of the page. */
const REFRESH_MS = 15_000;

/** What the doctor says of the installation. */
export function useDoctor() {
  return useQuery(rpc.operator.doctor.report.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
}
