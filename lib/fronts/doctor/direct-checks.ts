import { ALL_CHECKS } from "@/lib/fronts/doctor/all-checks";
import type { Check } from "@/lib/fronts/doctor/check";
import { checkNodes } from "@/lib/fronts/doctor/network-checks";
import { probeNodes } from "@/lib/fronts/doctor/probe-nodes";
import { probeMail } from "@/lib/fronts/doctor/probe-outside";
import { type NewProbe, type ProbeRow, toFinding } from "@/lib/fronts/doctor/probe-repo";
import { webCheck } from "@/lib/fronts/doctor/web-check";
import type { Env } from "@/lib/kernel/env";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Includes loading the node libraries, which takes seconds on a busy machine; each node then has
 * its own limit of four seconds.
 */
const NODES_MS_MAX = 60_000;

/**
 * Returns the checks for a process outside the web process: requests the web process, and probes
 * the nodes and the mail server if their addresses are configured; otherwise reports what a worker
 * found.
 */
export function directChecks(settings: Env): readonly Check[] {
  const asked = [
    ...(Object.keys(settings.nodeUrls).length > 0 ? [nodesAskedNow(settings, loadCatalog)] : []),
    ...(settings.SMTP_URL === undefined ? [] : [mailAskedNow(settings)]),
  ];
  const others = ALL_CHECKS.map((check) => asked.find(({ id }) => id === check.id) ?? check);
  return [webCheck(settings.BASE_URL, { isBeforeStart: false }), ...others];
}

/** Probes every configured node. @param options `withHistory`: also whether it keeps old blocks */
export function nodesAskedNow(
  { nodeUrls }: Pick<Env, "nodeUrls">,
  readCatalog: () => Promise<Catalog>,
  options: { readonly needsDatabase?: boolean; readonly withHistory?: boolean } = {},
): Check {
  const { needsDatabase = true, withHistory = false } = options;
  return {
    id: "nodes",
    group: "networks",
    name: "Nodes",
    needsDatabase,
    msMax: NODES_MS_MAX,
    run: async ({ now, signal }) => {
      const catalog = await readCatalog();
      const probes = (await probeNodes(catalog, nodeUrls, signal, { withHistory })).map((probe) => foundAt(probe, now));
      const unknown = probes.filter(({ subject }) => catalog.network(subject.split(":")[1] ?? "") === null);
      return [
        ...catalog.networks().flatMap((network) => checkNodes(network, probes, now)),
        ...unknown.map((probe) => toFinding(probe, { id: probe.subject, name: probe.subject }, now)),
      ];
    },
  };
}

/** Connects to the mail server and signs in, without sending a mail. */
export function mailAskedNow(settings: Pick<Env, "MAIL_FROM" | "SMTP_URL" | "MAIL_FOLDER">): Check {
  const subject = { id: "mail", name: "Mail server" };
  return {
    ...subject,
    group: "messages",
    needsDatabase: false,
    run: async ({ now, signal }) => {
      const probe = await probeMail(settings, signal);
      return probe === null ? [] : [toFinding(foundAt(probe, now), subject, now)];
    },
  };
}

/** Without a history, the state is assumed to begin now. */
function foundAt(probe: NewProbe, now: Date): ProbeRow {
  return { ...probe, since: now, checkedAt: now };
}
