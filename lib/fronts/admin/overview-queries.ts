import { countGivenUp } from "@/lib/delivery/webhooks/queries";
import type { NetworkRowView, OperationsView } from "@/lib/fronts/admin/overview-schema";
import { ALL_CHECKS } from "@/lib/fronts/doctor/all-checks";
import { databaseCheck } from "@/lib/fronts/doctor/database-checks";
import { runDoctor } from "@/lib/fronts/doctor/run-doctor";
import type { DoctorView } from "@/lib/fronts/doctor/schema";
import { type Configured, readConfigured, unreadReason } from "@/lib/fronts/doctor/unread-networks";
import { database } from "@/lib/kernel/db";
import { clientAddressHeader } from "@/lib/kernel/http/client-address";
import { NODE_PROBLEMS } from "@/lib/pricing/catalog/availability";
import type { CatalogNetwork, NodeState } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Workers send a heartbeat every few seconds; one silent for this long is dead or stuck. */
const ALIVE_MS = 60_000;

/** Returns the state of the installation: networks, workers, alarms, and cases without an owner. */
export async function readOperations(now: Date): Promise<OperationsView> {
  const [catalog, cursors, configured, workers, alarms, waiting, pools] = await Promise.all([
    loadCatalog(),
    selectCursors(),
    readConfigured(),
    selectWorkers(),
    selectOpenAlarms(),
    countWaiting(now),
    selectPools(),
  ]);
  const cursorOf = new Map(cursors.map((cursor) => [cursor.networkCode, cursor]));
  return {
    networks: catalog.networks().map((network) => toNetworkRow(network, cursorOf.get(network.code), configured)),
    workers: workers.map((worker) => ({
      ...worker,
      startedAt: worker.startedAt.toISOString(),
      lastSeenAt: worker.lastSeenAt.toISOString(),
      isAlive: now.getTime() - worker.lastSeenAt.getTime() < ALIVE_MS,
    })),
    alarms: alarms.map((alarm) => ({ ...alarm, raisedAt: alarm.raisedAt.toISOString() })),
    ...waiting,
    pools,
  };
}

type Cursor = Awaited<ReturnType<typeof selectCursors>>[number];

function nodeSentence(node: NodeState): string | null {
  if (node === "ready") return null;
  const problem = NODE_PROBLEMS[node];
  return `${problem[0]?.toUpperCase()}${problem.slice(1)}.`;
}

/** Converts a network to a row of a list. */
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
    problem: unreadReason(configured, code, cursor !== undefined) ?? cursor?.problem ?? nodeSentence(node),
    height: cursor?.height.toString() ?? null,
    headHeight: cursor?.headHeight.toString() ?? null,
    headAt: cursor?.headTime.toISOString() ?? null,
    lastAnswerAt: cursor?.lastAnswerAt?.toISOString() ?? null,
  };
}

const WORKERS_MAX = 50;
const ALARMS_MAX = 50;

export function selectCursors() {
  return database().chainCursor.findMany({
    select: {
      networkCode: true,
      height: true,
      headHeight: true,
      headTime: true,
      lastAnswerAt: true,
      problem: true,
      stoppedAt: true,
    },
  });
}

function selectWorkers() {
  return database().workerHeartbeat.findMany({ orderBy: { lastSeenAt: "desc" }, take: WORKERS_MAX });
}

function selectOpenAlarms() {
  return database().alarm.findMany({
    where: { clearedAt: null },
    orderBy: { raisedAt: "desc" },
    take: ALARMS_MAX,
    select: { id: true, kind: true, subject: true, message: true, raisedAt: true },
  });
}

/** Returns the number of derived addresses not yet given out, by family. */
async function selectPools(): Promise<{ family: string; waiting: number }[]> {
  const rows = await database().address.groupBy({
    by: ["family"],
    where: { assignedAt: null },
    _count: true,
    orderBy: { family: "asc" },
  });
  return rows.map((row) => ({ family: row.family, waiting: row._count }));
}

/** Returns what waits for the operator, counted by kind. */
async function countWaiting(now: Date) {
  const [openCases, heldDeposits, reviews, stoppedNetworks, waitingSends, failedWebhooks] = await Promise.all([
    database().case.count({ where: { status: "open", merchantId: null, kind: { not: "locked" } } }),
    database().case.count({ where: { status: "open", kind: "locked" } }),
    // A review whose outflow was cancelled or failed is closed without a decision.
    database().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM reviews r JOIN outflows o ON o.kind = r.kind AND o.subject_id = r.subject_id
      WHERE r.reason = 'screening' AND r.decision IS NULL AND o.returned_at IS NULL`,
    database().sendStop.count(),
    database().send.count({ where: { status: "queued", waitReason: { not: null } } }),
    countGivenUp(null, now),
  ]);
  return {
    openCases,
    heldDeposits,
    openReviews: reviews[0]?.count ?? 0,
    stoppedNetworks,
    waitingSends,
    failedWebhooks,
  };
}

/**
 * Returns the doctor's findings, including what the current request reveals about addresses and
 * proxies.
 */
export function readDoctor(headers: Pick<Headers, "get">, now: Date): Promise<DoctorView> {
  const request = {
    host: headers.get("host"),
    client: clientAddressHeader(headers),
    forwardedFor: headers.get("x-forwarded-for"),
  };
  return runDoctor(databaseCheck, ALL_CHECKS, { now, request });
}
