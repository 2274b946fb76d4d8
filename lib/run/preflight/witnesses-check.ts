import { type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";

const subject = { id: "second-nodes", name: "Second nodes" };

/**
 * Names the networks whose nodes are all run by one host, by the number of hosts per network: what
 * that one invents is credited. Pure.
 */
export function checkWitnesses(hosts: ReadonlyMap<string, number>): Finding {
  const alone = [...hosts].flatMap(([code, count]) => (count < 2 ? [code] : []));
  if (alone.length === 0) return okFinding(subject, "Each network has nodes on at least two hosts.");
  const settings = alone.map((code) => `NODE_URLS_${code.toUpperCase()}`).join(", ");
  return warningFinding(
    subject,
    `Deposits on ${alone.join(", ")} are credited on the word of one host.`,
    `Add a node of another host to ${settings}; with three, one may fail.`,
  );
}
