import { listAllStops, type SendStopRow } from "@/lib/sends/stops-repo";

/** Every stop that is set: the operator's kill switches, and accounts whose nonces the chain and our record disagree about. */
export async function listSendStops(): Promise<SendStopRow[]> {
  return listAllStops();
}
