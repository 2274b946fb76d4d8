import { z } from "zod";
import type { ChainDriver } from "@/lib/chains/driver";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { failUnconfirmableSend, refuseFailUnconfirmable } from "@/lib/sending/sends/fail-unconfirmable-send";
import { findOutgoing } from "@/lib/sending/sends/outgoing-repo";
import { findSend } from "@/lib/sending/sends/repo";

/** Unresponsive nodes are retried a few times; after that the operator has to request it again. */
const ATTEMPTS_MAX = 5;

const payload = z.object({ outgoingId: z.uuid(), actorId: z.uuid().nullable() });

/**
 * Ends a transaction that the operator considers dead, if the nodes of the network in its row prove
 * it. Each run searches some of the blocks: the search continues within this process, and starts
 * over if another process runs the next part.
 */
export const failUnconfirmableSendJob: Job<typeof payload> = defineJob({
  name: "end-dead-send",
  payload,
  attemptsMax: ATTEMPTS_MAX,
  run: async (order, { signal }) => {
    const networkCode = (await findOutgoing(order.outgoingId))?.networkCode;
    if (networkCode === undefined) return;
    const catalog = await loadCatalog();
    const network = catalog.network(networkCode);
    const urls = env().nodeUrls[networkCode];
    // A worker that cannot query reports it, because the operator would otherwise wait for a
    // response that never comes.
    if (network === null || urls === undefined) {
      return await refuseFailUnconfirmable(order, `no node of ${networkCode} is configured`);
    }
    const driver = await driverFor(driverConfigOf(catalog, networkCode, urls));
    if ((await failUnconfirmableSend(driver, network, order, signal)) !== "searching") return;
    await withTransaction((tx) => enqueueFailUnconfirmable(tx, order));
  },
});

/** Merges with a pending job. */
async function enqueueFailUnconfirmable(tx: Tx, order: z.input<typeof payload>): Promise<void> {
  await enqueue(tx, failUnconfirmableSendJob, order, { key: `end-dead-send:${order.outgoingId}` });
}

/** One driver per network and configuration: the driver remembers how far it has searched. */
const drivers = new Map<string, { readonly configured: string; readonly driver: Promise<ChainDriver> }>();

function driverFor(config: Parameters<typeof createDriver>[0]): Promise<ChainDriver> {
  const configured = JSON.stringify(config);
  const known = drivers.get(config.network);
  if (known?.configured === configured) return known.driver;
  const driver = createDriver(config);
  drivers.set(config.network, { configured, driver });
  driver.catch(() => drivers.delete(config.network));
  return driver;
}

/**
 * Requests that a worker end a transaction that the operator considers dead because another one
 * used its nonce. A worker queries the nodes and ends it if they prove it; the audit log records
 * the result.
 * @throws AppError (not_found, refused) when there is none, or it has already ended
 */
export async function requestFailUnconfirmable(order: { sendId: string; actorId: string | null }): Promise<void> {
  const { sendId, actorId } = order;
  const outgoingId = (await findSend(sendId))?.outgoingId ?? null;
  const outgoing = outgoingId === null ? null : await findOutgoing(outgoingId);
  if (outgoingId === null || outgoing === null) throw new AppError("not_found", "Transaction not found");
  if (outgoing.status === "settled" || outgoing.status === "failed") {
    throw new AppError("refused", "It has already ended");
  }
  const { networkCode } = outgoing;
  await withTransaction(async (tx) => {
    await recordAudit(tx, { actorId, action: "send.end-dead-request", target: outgoingId, detail: { networkCode } });
    await enqueueFailUnconfirmable(tx, { outgoingId, actorId });
  });
}
