import { ALL_CHECKS } from "@/lib/fronts/doctor/all-checks";
import { databaseCheck } from "@/lib/fronts/doctor/database-checks";
import { runDoctor } from "@/lib/fronts/doctor/run-doctor";
import type { DoctorView } from "@/lib/fronts/doctor/schema";
import { toldClientAddress } from "@/lib/kernel/http/client-address";

/** The doctor's findings, with what the request that asks shows of addresses and proxies. */
export function readDoctor(headers: Pick<Headers, "get">, now: Date): Promise<DoctorView> {
  const request = {
    host: headers.get("host"),
    client: toldClientAddress(headers),
    forwardedFor: headers.get("x-forwarded-for"),
  };
  return runDoctor(databaseCheck, ALL_CHECKS, { now, request });
}
