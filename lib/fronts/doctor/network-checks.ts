import { countWitnesses } from "@/lib/chains/statements";
import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import {
  checkNetwork,
  countVanished,
  type LateSends,
  readLateSends,
  selectCursorFacts,
} from "@/lib/fronts/doctor/check-network";
import { type ProbeRow, selectProbes, toFinding } from "@/lib/fronts/doctor/probe-repo";
import { type Configured, readConfigured, unreadReason } from "@/lib/fronts/doctor/unread-networks";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { SendStopRow } from "@/lib/pricing/catalog/networks-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { listSendStops } from "@/lib/sending/sends/stop-sends";

const DAY_MS = 86_400_000;
const QUEUED_MS_MAX = 15 * 60_000;
const SENDING_MS_MAX = 30 * 60_000;
/** On different hosts: facts that would cost money if false need a two-node quorum. */
const NODES_WANTED = 2;

const networks: Check = {
  id: "networks",
  group: "networks",
  name: "Networks",
  needsDatabase: true,
  run: async ({ now }) => {
    const [catalog, cursors, configured, vanished] = await Promise.all([
      loadCatalog(),
      selectCursorFacts(),
      readConfigured(),
      countVanished(new Date(now.getTime() - DAY_MS)),
    ]);
    const read = new Set(cursors.map(({ networkCode }) => networkCode));
    const unread = catalog
      .networks()
      .flatMap((network) => checkUnreadNetworks(network, configured, read.has(network.code)));
    if (cursors.length === 0 && unread.length === 0) {
      const remedy = "Set a node in the worker's settings, for example NODE_URLS_ETH, and start the worker.";
      return [errorFinding(networks, "No network is synced, so payments are not possible.", remedy)];
    }
    const told = new Set(unread.map(({ id }) => id));
    const checked = cursors.flatMap((cursor) => {
      const network = catalog.network(cursor.networkCode);
      const taken = vanished.find(({ networkCode }) => networkCode === cursor.networkCode)?.count ?? 0;
      return network === null ? [] : [checkNetwork(network, cursor, taken, now)];
    });
    return [...checked.filter(({ id }) => !told.has(id)), ...unread];
  },
};

/**
 * Checks a configured network that was never synced: none of its nodes ever responded, or the
 * setting is invalid. Pure.
 */
export function checkUnreadNetworks(
  { code, name }: Pick<CatalogNetwork, "code" | "name">,
  configured: Configured,
  wasRead: boolean,
): Finding[] {
  const why = unreadReason(configured, code, wasRead);
  if (why === null) return [];
  const setting = `NODE_URLS_${code.toUpperCase()}`;
  const remedy = `Check that its nodes are running and reachable from this machine. Restart the worker after you correct ${setting}.`;
  return [errorFinding({ id: `network:${code}`, name }, `Not synced, so it is not offered. ${why}.`, remedy)];
}

const nodes: Check = {
  id: "nodes",
  group: "networks",
  name: "Nodes",
  needsDatabase: true,
  run: async ({ now }) => {
    const [catalog, probes] = await Promise.all([loadCatalog(), selectProbes("node:")]);
    return catalog.networks().flatMap((network) => checkNodes(network, probes, now));
  },
};

/** Checks each node as probed by a worker, and whether there is a second one. Pure. */
export function checkNodes(
  { code, name, isSandbox }: Pick<CatalogNetwork, "code" | "name" | "isSandbox">,
  probes: readonly ProbeRow[],
  now: Date,
): Finding[] {
  const own = probes.filter(({ subject }) => subject.startsWith(`node:${code}:`));
  const findings = own.map((probe) =>
    toFinding(probe, { id: probe.subject, name: `${name}, node ${probe.subject.slice(`node:${code}:`.length)}` }, now),
  );
  // Probes name two URLs of one host "host (1)" and "host (2)".
  const nameOf = ({ subject, detail }: ProbeRow) =>
    typeof detail["node"] === "string"
      ? detail["node"]
      : subject.slice(`node:${code}:`.length).replace(/ \(\d+\)$/, "");
  if (own.length === 0 || countWitnesses(own.map(nameOf)) >= NODES_WANTED) return findings;
  const subject = { id: `second-node:${code}`, name: `${name}, second node` };
  if (isSandbox) return [...findings, okFinding(subject, "One node is enough in the sandbox.")];
  const summary =
    own.length === 1
      ? "There is only one node: when it is down, so is the network, and reversed payments and failed or expired payouts can't be confirmed."
      : "All nodes are on one host: reversed payments and failed or expired payouts can't be confirmed.";
  const remedy = `Add a second node from another provider to NODE_URLS_${code.toUpperCase()}, separated by a comma.`;
  return [...findings, warningFinding(subject, summary, remedy)];
}

const stops: Check = {
  id: "stops",
  group: "networks",
  name: "Kill switches",
  needsDatabase: true,
  run: async () => checkStops(await listSendStops(), await readNames()),
};

type NameOf = (networkCode: string) => string;

async function readNames(): Promise<NameOf> {
  const catalog = await loadCatalog();
  return (code) => catalog.network(code)?.name ?? code;
}

type SetStop = Pick<SendStopRow, "scope" | "kind" | "reason" | "stoppedAt">;

/** Reports active kill switches, whoever set them. Pure. */
export function checkStops(rows: readonly SetStop[], nameOf: NameOf): Finding[] {
  if (rows.length === 0) return [okFinding(stops, "None is set: sending is possible on every network.")];
  return rows.map(({ scope, kind, reason, stoppedAt }) => {
    const subject = {
      id: `stop:${scope}:${kind}`,
      name: scope === "all" ? "Sends everywhere" : `Sends on ${nameOf(scope)}`,
    };
    const since = { since: stoppedAt };
    if (kind === "operator")
      return warningFinding(
        subject,
        `Stopped by an operator: ${reason}`,
        "Resume on the Sends page when the reason no longer applies.",
        since,
      );
    const remedy = "Nothing is signed there. The Sends page says what to check before you resume.";
    return errorFinding(subject, `Stopped by the gateway: ${reason}`, remedy, since);
  });
}

const sends: Check = {
  id: "sends",
  group: "networks",
  name: "Send delays",
  needsDatabase: true,
  run: async ({ now }) =>
    checkSends(
      await readLateSends(new Date(now.getTime() - QUEUED_MS_MAX), new Date(now.getTime() - SENDING_MS_MAX)),
      await readNames(),
    ),
};

/** Reports delayed sends: waiting for 15 minutes, or signed and not final after 30. Pure. */
export function checkSends(rows: readonly LateSends[], nameOf: NameOf): Finding[] {
  if (rows.length === 0) return [okFinding(sends, "No sends are delayed.")];
  return rows.map(({ networkCode, queued, sending, oldestAt }) => {
    const subject = { id: `sends:${networkCode}`, name: `Sends on ${nameOf(networkCode)}` };
    const summary = [
      ...(queued > 0 ? [`${queued} waiting for more than 15 minutes`] : []),
      ...(sending > 0 ? [`${sending} signed and not final for more than 30 minutes`] : []),
    ].join(", ");
    const remedy = "The Sends page shows what each is waiting for: funds, fees, a stop, a decision, or a node.";
    return warningFinding(subject, `${summary[0]?.toUpperCase() ?? ""}${summary.slice(1)}.`, remedy, {
      since: oldestAt,
    });
  });
}

export const networkChecks: readonly Check[] = [networks, nodes, stops, sends];
