import { ALL_CHECKS } from "@/lib/doctor/all-checks";
import { databaseCheck } from "@/lib/doctor/database-checks";
import { runDoctor } from "@/lib/doctor/run-doctor";
import type { DoctorView } from "@/lib/doctor/schema";
import { toldClientAddress } from "@/lib/http/client-address";

/** The doctor's findings, with what the request that asks shows of addresses and proxies. */
export function readDoctor(headers: Pick<Headers, "get">, now: Date): Promise<DoctorView> {
  const request = {
    host: headers.get("host"),
    client: toldClientAddress(headers),
    forwardedFor: headers.get("x-forwarded-for"),
  };
  return runDoctor(databaseCheck, ALL_CHECKS, { now, request });
}
