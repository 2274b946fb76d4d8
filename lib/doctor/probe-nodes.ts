import { driverConfigOf } from "@/lib/catalog/driver-config";
import type { Catalog } from "@/lib/catalog/queries";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import { createDriver, isFamilySupported } from "@/lib/chains/registry";
import { withTimeLimit } from "@/lib/chains/time-limit";
import { causeText, durationText } from "@/lib/doctor/in-words";
import type { NewProbe } from "@/lib/doctor/probe-repo";
import { withoutNode } from "@/lib/doctor/without-node";
import { groupDigits } from "@/lib/money/format";

const NODE_MS_MAX = 4_000;

type NodeUrls = Readonly<Record<string, readonly string[]>>;
type Asked = {
  readonly catalog: Catalog;
  readonly networkCode: string;
  readonly url: string;
  readonly subject: string;
};

/**
 * Asks every configured node by itself, each within four seconds and all at once: whether it answers, is of the right chain, and how far it
 * is. Known by its host: credentials and path, which may hold a key, are told to nobody. Only for who knows the nodes' addresses.
 */
export async function probeNodes(catalog: Catalog, nodeUrls: NodeUrls, signal: AbortSignal): Promise<NewProbe[]> {
  const asked = Object.entries(nodeUrls).flatMap(([networkCode, urls]) =>
    urls.map((url, index) => ({ catalog, networkCode, url, subject: `node:${networkCode}:${nameOf(urls, index)}` })),
  );
  return Promise.all(asked.map((node) => probeNode(node, signal)));
}

/** The host; two ways to one host are told apart by their place. */
function nameOf(urls: readonly string[], index: number): string {
  const hosts = urls.map((url) => new URL(url).host);
  const host = hosts[index] ?? "";
  return hosts.indexOf(host) === index && hosts.lastIndexOf(host) === index ? host : `${host} (${index + 1})`;
}

async function probeNode({ catalog, networkCode, url, subject }: Asked, signal: AbortSignal): Promise<NewProbe> {
  const network = catalog.network(networkCode);
  const setting = `NODE_URLS_${networkCode.toUpperCase()}`;
  if (network === null || !isFamilySupported(network.family))
    return wrongNode(subject, "This version cannot talk to its network", `Take it out of ${setting}.`);
  const begun = performance.now();
  let driver: ChainDriver | null = null;
  try {
    const opened = await createDriver(driverConfigOf(catalog, network.code, [url]));
    driver = opened;
    const head = await withTimeLimit(NODE_MS_MAX, signal, async (limited) => {
      await opened.identify(limited);
      return opened.head(limited);
    });
    const tookMs = Math.round(performance.now() - begun);
    const ageMs = Date.now() - head.time.getTime();
    const measured = `block ${groupDigits(head.height.toString())}, ${durationText(ageMs)} old, ${tookMs} ms`;
    const detail = { height: head.height, tookMs };
    // A sandbox's chain makes no block while nothing happens.
    if (network.isSandbox || ageMs <= network.lagLimitSeconds * 1_000)
      return { subject, state: "good", says: "It answers, and is of the right chain.", mend: null, measured, detail };
    const mend = "Let it catch up, see its peers and disk; meanwhile another node of the network has to answer.";
    return { subject, state: "look", says: "It answers, and is behind its chain.", mend, measured, detail };
  } catch (error) {
    if (signal.aborted) throw error;
    const cause = withoutNode(causeText(error), [url]);
    if (driver === null)
      return wrongNode(
        subject,
        `Its URL cannot be used: ${cause}`,
        `Correct it in ${setting}, and start the worker anew.`,
      );
    const isOther = error instanceof ChainIdentityError;
    const says = isOther ? `It is of another chain: ${cause}` : `It does not answer: ${cause}`;
    const mend = isOther
      ? `Take it out of ${setting}, or point it at the right chain, and start the worker anew.`
      : `See that it runs and that this machine reaches it, or name another one in ${setting}.`;
    return wrongNode(subject, says, mend);
  }
}

function wrongNode(subject: string, says: string, mend: string): NewProbe {
  return { subject, state: "wrong", says: `${says}.`, mend, measured: null, detail: {} };
}
