import { ALL_CHECKS } from "@/lib/fronts/doctor/all-checks";
import type { Check } from "@/lib/fronts/doctor/check";
import { judgeNodes } from "@/lib/fronts/doctor/network-checks";
import { toFinding } from "@/lib/fronts/doctor/probe";
import { probeMail } from "@/lib/fronts/doctor/probe-mail";
import { probeNodes } from "@/lib/fronts/doctor/probe-nodes";
import type { NewProbe, ProbeRow } from "@/lib/fronts/doctor/probe-repo";
import { webCheck } from "@/lib/fronts/doctor/web-check";
import type { Env } from "@/lib/kernel/env";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** To load what talks to the nodes, which takes seconds on a busy machine; each node is then given up after four seconds of its own. */
const NODES_MS_MAX = 60_000;

/**
 * The checks for a process outside of the web part: it asks the web part whether it answers, and the nodes and the mail server itself where
 * it has their addresses; else it tells what a worker found.
 */
export function directChecks(settings: Env): readonly Check[] {
  const asked = [
    ...(Object.keys(settings.nodeUrls).length > 0 ? [nodesAskedNow(settings)] : []),
    ...(settings.SMTP_URL === undefined ? [] : [mailAskedNow(settings)]),
  ];
  return [webCheck, ...ALL_CHECKS.map((check) => asked.find(({ id }) => id === check.id) ?? check)];
}

function nodesAskedNow({ nodeUrls }: Env): Check {
  return {
    id: "nodes",
    group: "networks",
    name: "Nodes",
    needsDatabase: true,
    msMax: NODES_MS_MAX,
    look: async ({ now, signal }) => {
      const catalog = await loadCatalog();
      const probes = (await probeNodes(catalog, nodeUrls, signal)).map((probe) => foundAt(probe, now));
      return catalog.networks().flatMap((network) => judgeNodes(network, probes, now));
    },
  };
}

function mailAskedNow(settings: Env): Check {
  const subject = { id: "mail", name: "Mail server" };
  return {
    ...subject,
    group: "messages",
    needsDatabase: false,
    look: async ({ now, signal }) => {
      const probe = await probeMail(settings, signal);
      return probe === null ? [] : [toFinding(foundAt(probe, now), subject, now)];
    },
  };
}

/** It began now as far as anybody knows. */
function foundAt(probe: NewProbe, now: Date): ProbeRow {
  return { ...probe, since: now, checkedAt: now };
}
