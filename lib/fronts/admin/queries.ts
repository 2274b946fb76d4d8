import { countWaiting, selectCursors, selectOpenAlarms, selectPools, selectWorkers } from "@/lib/fronts/admin/repo";
import type { NetworkRowView, OperationsView } from "@/lib/fronts/admin/schema";
import { type Configured, readConfigured, whyUnread } from "@/lib/fronts/doctor/unread-networks";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** A worker beats every few seconds; one that missed this long is dead or stuck. */
const ALIVE_MS = 60_000;

const NODE_WORDS: Readonly<Record<CatalogNetwork["node"], string | null>> = {
  ready: null,
  missing: "No node is configured.",
  silent: "The node does not answer, or no worker runs.",
  lagging: "The node is behind its chain.",
  stopped: "Stopped: it waits for your decision.",
};

/** How the installation is: networks, workers, alarms, and cases that belong to nobody. */
export async function readOperations(now: Date): Promise<OperationsView> {
  const [catalog, cursors, configured, workers, alarms, waiting, pools] = await Promise.all([
    loadCatalog(),
    selectCursors(),
    readConfigured(),
    selectWorkers(),
    selectOpenAlarms(),
    countWaiting(),
    selectPools(),
  ]);
  const cursorOf = new Map(cursors.map((cursor) => [cursor.networkCode, cursor]));
  return {
    networks: catalog.networks().map((network) => toNetworkRow(network, cursorOf.get(network.code), configured)),
    workers: workers.map((worker) => ({
      ...worker,
      startedAt: worker.startedAt.toISOString(),
      beatAt: worker.beatAt.toISOString(),
      isAlive: now.getTime() - worker.beatAt.getTime() < ALIVE_MS,
    })),
    alarms: alarms.map((alarm) => ({ ...alarm, raisedAt: alarm.raisedAt.toISOString() })),
    ...waiting,
    pools,
  };
}

type Cursor = Awaited<ReturnType<typeof selectCursors>>[number];

/** A network as lists show it. */
export function toNetworkRow(
  network: CatalogNetwork,
  cursor: Cursor | undefined,
  configured: Configured,
): NetworkRowView {
  const { code, name, isEnabled, isSandbox, node } = network;
  return {
    code,
    name,
    isEnabled,
    isSandbox,
    node,
    problem: whyUnread(configured, code, cursor !== undefined) ?? cursor?.problem ?? NODE_WORDS[node],
    height: cursor?.height.toString() ?? null,
    headHeight: cursor?.headHeight.toString() ?? null,
    headAt: cursor?.headTime.toISOString() ?? null,
    lastAnswerAt: cursor?.lastAnswerAt?.toISOString() ?? null,
  };
}
