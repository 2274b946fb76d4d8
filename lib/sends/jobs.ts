import { z } from "zod";
import { driverConfigOf } from "@/lib/catalog/driver-config";
import { loadCatalog } from "@/lib/catalog/queries";
import { createDriver } from "@/lib/chains/registry";
import { env } from "@/lib/env";
import { defineJob } from "@/lib/jobs/define-job";
import { endDeadSend, refuseEndDead } from "@/lib/sends/end-dead-send";

/** Nodes that do not answer now are asked again some times; then the operator asks again. */
const ATTEMPTS_MAX = 5;

/** Ends a transaction that the operator takes for dead, when the nodes prove it. */
export const endDeadSendJob = defineJob({
  name: "end-dead-send",
  payload: z.object({ networkCode: z.string(), outgoingId: z.uuid(), actorId: z.uuid().nullable() }),
  attemptsMax: ATTEMPTS_MAX,
  run: async ({ networkCode, outgoingId, actorId }, { signal }) => {
    const catalog = await loadCatalog();
    const network = catalog.network(networkCode);
    const urls = env().nodeUrls[networkCode];
    // A worker that cannot ask says so: the operator would wait for an answer that never comes.
    if (network === null || urls === undefined) {
      return await refuseEndDead({ outgoingId, actorId }, `no node of ${networkCode} is configured`);
    }
    const driver = await createDriver(driverConfigOf(catalog, networkCode, urls));
    await endDeadSend(driver, network, { outgoingId, actorId }, signal);
  },
});
