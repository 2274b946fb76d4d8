import type { BlockReference, ChainDriver } from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import { withTimeLimit } from "@/lib/chains/limits";
import { createDriver, isFamilySupported } from "@/lib/chains/registry/create-driver";
import { causeText, durationText, withoutNode } from "@/lib/fronts/doctor/format-text";
import type { NewProbe } from "@/lib/fronts/doctor/probe-repo";
import { groupDigits } from "@/lib/kernel/money/format";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import type { Catalog } from "@/lib/pricing/catalog/queries";

const NODE_MS_MAX = 4_000;

type NodeUrls = Readonly<Record<string, readonly string[]>>;
type ProbedNode = {
  readonly catalog: Catalog;
  readonly networkCode: string;
  readonly url: string;
  readonly subject: string;
};
type ProbeOptions = {
  readonly open?: typeof createDriver;
  /** Also asks for a block of yesterday and, where transactions need an index, for the index. */
  readonly withHistory?: boolean;
};
type Opened = ProbedNode & { readonly network: CatalogNetwork; readonly driver: ChainDriver };

/**
 * Probes all configured nodes in parallel, each within four seconds: whether it responds, is on the
 * right chain, and how far it has synced. Nodes are identified by host: credentials and path, which
 * may contain a key, are never revealed. Only for processes that have the nodes' URLs.
 */
export async function probeNodes(
  catalog: Catalog,
  nodeUrls: NodeUrls,
  signal: AbortSignal,
  { open = createDriver, withHistory = false }: ProbeOptions = {},
): Promise<NewProbe[]> {
  const asked = Object.entries(nodeUrls).flatMap(([networkCode, urls]) =>
    urls.map((url, index) => ({ catalog, networkCode, url, subject: `node:${networkCode}:${nameOf(urls, index)}` })),
  );
  // Loading the libraries of many families blocks this process for seconds: no time limit starts
  // before all are loaded.
  const opened = await Promise.all(asked.map((node) => openNode(node, open)));
  return Promise.all(opened.map((node) => ("driver" in node ? probeNode(node, withHistory, signal) : node)));
}

/** Returns the host; two URLs of one host are numbered. */
function nameOf(urls: readonly string[], index: number): string {
  const hosts = urls.map((url) => new URL(url).host);
  const host = hosts[index] ?? "";
  return hosts.indexOf(host) === index && hosts.lastIndexOf(host) === index ? host : `${host} (${index + 1})`;
}

/** Returns a finding about its setting if no driver can be created from it. */
async function openNode(asked: ProbedNode, open: typeof createDriver): Promise<Opened | NewProbe> {
  const { catalog, networkCode, url, subject } = asked;
  const network = catalog.network(networkCode);
  const setting = settingOf(asked);
  if (network === null || !isFamilySupported(network.family))
    return nodeError(subject, "This version does not support its network", `Remove it from ${setting}.`);
  try {
    return { ...asked, network, driver: await open(driverConfigOf(catalog, network.code, [url])) };
  } catch (error) {
    const summary = `Its URL is invalid: ${withoutNode(causeText(error), [url])}`;
    return nodeError(subject, summary, `Correct it in ${setting}, and restart the worker.`);
  }
}

async function probeNode(
  { network, driver, ...asked }: Opened,
  withHistory: boolean,
  signal: AbortSignal,
): Promise<NewProbe> {
  const { url, subject } = asked;
  const begun = performance.now();
  // As named by its driver: for Monero the daemon behind the wallet service.
  const node = driver.nodeHealth()[0]?.node ?? null;
  try {
    const { head, gap } = await withTimeLimit(NODE_MS_MAX, signal, async (limited) => {
      await driver.identify(limited);
      const newest = await driver.head(limited);
      // A sandbox chain began a moment ago.
      const isAsked = withHistory && !network.isSandbox;
      return { head: newest, gap: isAsked ? await findGap({ network, driver, ...asked }, newest, limited) : null };
    });
    const tookMs = Math.round(performance.now() - begun);
    const ageMs = Date.now() - head.time.getTime();
    const measured = `Block ${groupDigits(head.height.toString())}, ${durationText(ageMs)} old, ${tookMs} ms`;
    const detail = { height: head.height, tookMs, node };
    if (gap !== null) {
      const remedy = "Use a node that keeps the history that docs/networks.md asks for.";
      return { subject, state: "error", summary: `It responds, but ${gap}.`, remedy, measured, detail };
    }
    // A sandbox chain creates no block while nothing happens.
    if (network.isSandbox || ageMs <= network.lagLimitSeconds * 1_000)
      return {
        subject,
        state: "ok",
        summary: "It responds and is on the right chain.",
        remedy: null,
        measured,
        detail,
      };
    const remedy =
      "Let it catch up, and check its peers and disk. Until then another node of the network must respond.";
    return { subject, state: "warning", summary: "It responds but is behind its chain.", remedy, measured, detail };
  } catch (error) {
    if (signal.aborted) throw error;
    const cause = withoutNode(causeText(error), [url]);
    const setting = settingOf(asked);
    const isOther = error instanceof ChainIdentityError;
    const summary = isOther ? `It is on another chain: ${cause}` : `It does not respond: ${cause}`;
    const remedy = isOther
      ? `Remove it from ${setting}, or point it at the right chain, and restart the worker.`
      : `Check that it is running and reachable from this machine, or add another one to ${setting}.`;
    return nodeError(subject, summary, remedy, { node });
  }
}

const DAY_S = 86_400;
/** Some chains skip single heights. */
const HEIGHTS_TRIED = 4;
/** No transaction has this id: a node without an index of transactions cannot say so. */
const NO_TRANSACTION = "0123456789abcdef".repeat(4);

/** Returns what part of the history the node lacks, as the end of a sentence; null: nothing. */
async function findGap(
  { driver, network, url }: Opened,
  head: BlockReference,
  signal: AbortSignal,
): Promise<string | null> {
  const height = Math.max(head.height - Math.ceil(DAY_S / network.blockSeconds), 0);
  let block: BlockReference | null = null;
  for (let above = 0; block === null && above < HEIGHTS_TRIED; above += 1)
    block = await driver.blockAt(Math.min(height + above, head.height), signal);
  if (block === null) return "it has no blocks of yesterday";
  if (driver.features.spending !== "coins") return null;
  try {
    await driver.transactionStatus(NO_TRANSACTION, signal);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return `it cannot answer about past transactions: ${withoutNode(causeText(error), [url])}`;
  }
}

function settingOf({ networkCode }: ProbedNode): string {
  return `NODE_URLS_${networkCode.toUpperCase()}`;
}

function nodeError(subject: string, summary: string, remedy: string, detail: NewProbe["detail"] = {}): NewProbe {
  return { subject, state: "error", summary: `${summary}.`, remedy, measured: null, detail };
}
