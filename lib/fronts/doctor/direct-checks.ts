import { ALL_CHECKS } from "@/lib/fronts/doctor/all-checks";
import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { causeText } from "@/lib/fronts/doctor/format-text";
import { checkNodes } from "@/lib/fronts/doctor/network-checks";
import { probeNodes } from "@/lib/fronts/doctor/probe-nodes";
import { probeMail } from "@/lib/fronts/doctor/probe-outside";
import { type NewProbe, type ProbeRow, toFinding } from "@/lib/fronts/doctor/probe-repo";
import { type Env, env } from "@/lib/kernel/env";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

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
    run: async ({ now, signal }) => {
      const catalog = await loadCatalog();
      const probes = (await probeNodes(catalog, nodeUrls, signal)).map((probe) => foundAt(probe, now));
      return catalog.networks().flatMap((network) => checkNodes(network, probes, now));
    },
  };
}

function mailAskedNow(settings: Env): Check {
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

/** Checks that the web process responds to requests from outside. */
const webCheck: Check = {
  id: "web",
  group: "worker",
  name: "Web",
  needsDatabase: false,
  run: async ({ signal }) => [await askWeb(env().BASE_URL, signal)],
};

/** Requests the liveness endpoint of the web process. */
async function askWeb(baseUrl: string, signal: AbortSignal): Promise<Finding> {
  const begun = performance.now();
  try {
    const response = await fetch(`${baseUrl}/healthz`, { signal, redirect: "manual" });
    await response.body?.cancel();
    const extras = { measured: `${baseUrl}, ${Math.round(performance.now() - begun)} ms` };
    if (response.ok) return okFinding(webCheck, "It responds.", extras);
    const summary = `Something else responds there, with status ${response.status}.`;
    return warningFinding(
      webCheck,
      summary,
      "Check where the proxy forwards to, and that BASE_URL is correct.",
      extras,
    );
  } catch (error) {
    const summary = `It does not respond: ${causeText(error instanceof Error && error.cause ? error.cause : error)}.`;
    const remedy = "Start it: npm start. If it runs, BASE_URL, the proxy or the port is wrong.";
    return errorFinding(webCheck, summary, remedy, { measured: baseUrl });
  }
}
