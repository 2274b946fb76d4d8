import { networkFields, serviceFields, versionOf } from "@/lib/fronts/admin/edit-version";
import type { NetworkDetailView, NetworkListRow, ServiceRowView } from "@/lib/fronts/admin/networks-schema";
import { selectCursors, toNetworkRow } from "@/lib/fronts/admin/overview-queries";
import { type ProbeRow, selectProbes, toFinding } from "@/lib/fronts/doctor/probe-repo";
import { type Configured, readConfigured } from "@/lib/fronts/doctor/unread-networks";
import { AppError } from "@/lib/kernel/errors";
import { listUnknownTokens } from "@/lib/money-in/deposits/unknown-tokens";
import { explorerTransactionUrl, unavailableReason } from "@/lib/pricing/catalog/availability";
import { buildCatalog } from "@/lib/pricing/catalog/build-catalog";
import type { CatalogNetwork, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { leastConfirmations } from "@/lib/pricing/catalog/network-rules";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { readCatalog } from "@/lib/pricing/catalog/repo";

/** Returns every network: those with a node first, then in the order of the catalog. */
export async function listNetworks(): Promise<NetworkListRow[]> {
  const [catalog, cursors, configured] = await Promise.all([readNow(), selectCursors(), readConfigured()]);
  const rows = catalog.networks().map((network) => toListRow(network, catalog, cursors, configured));
  return [...rows.filter(({ node }) => node !== "missing"), ...rows.filter(({ node }) => node === "missing")];
}

const UNKNOWN_SHOWN = 50;

/**
 * Returns one network with its nodes, its coins and its unknown tokens. @throws AppError
 * `not_found`
 */
export async function readNetwork(code: string, now: Date): Promise<NetworkDetailView> {
  const [catalog, cursors, configured, probes, unknown] = await Promise.all([
    readNow(),
    selectCursors(),
    readConfigured(),
    selectProbes(`node:${code}:`),
    listUnknownTokens(code, UNKNOWN_SHOWN),
  ]);
  const network = catalog.network(code);
  if (network === null) throw new AppError("not_found", "Network not found");
  return {
    ...toListRow(network, catalog, cursors, configured),
    family: network.family,
    chainId: network.chainId?.toString() ?? null,
    nativeCurrency: network.nativeCurrency,
    blockSeconds: network.blockSeconds,
    lagLimitSeconds: network.lagLimitSeconds,
    confirmationsMin: leastConfirmations(network),
    version: versionOf(networkFields(network)),
    isMisconfigured: configured.misconfigured.has(code),
    nodes: probes.map((probe) => toNode(probe, code, now)),
    services: servicesOf(catalog, network.code).map(toServiceRow),
    unknownTokens: unknown.map(({ contract, count, lastSeenAt, lastTransactionId, lastToAddress }) => ({
      contract,
      count: count.toString(),
      lastSeenAt: lastSeenAt.toISOString(),
      transactionId: lastTransactionId,
      transactionUrl: lastTransactionId === null ? null : explorerTransactionUrl(network, lastTransactionId),
      toAddress: lastToAddress,
    })),
  };
}

/**
 * Bypasses the cached catalog, which may be seconds old: an operator would be told that somebody
 * else had made their own edit.
 */
async function readNow(): Promise<Catalog> {
  return buildCatalog(await readCatalog());
}

type Cursors = Awaited<ReturnType<typeof selectCursors>>;

function toListRow(
  network: CatalogNetwork,
  catalog: Catalog,
  cursors: Cursors,
  configured: Configured,
): NetworkListRow {
  return {
    ...toNetworkRow(
      network,
      cursors.find(({ networkCode }) => networkCode === network.code),
      configured,
    ),
    confirmations: network.confirmations,
    coinCount: servicesOf(catalog, network.code).length,
    offeredCount: catalog.currenciesOf(network.code).length,
  };
}

function servicesOf(catalog: Catalog, code: string): CatalogService[] {
  return catalog.services().filter((service) => service.network.code === code);
}

function toNode(probe: ProbeRow, code: string, now: Date): NetworkDetailView["nodes"][number] {
  const name = probe.subject.slice(`node:${code}:`.length);
  const { state, summary, measured } = toFinding(probe, { id: probe.subject, name }, now);
  return { name, state, summary, measured };
}

function toServiceRow(service: CatalogService): ServiceRowView {
  const fields = serviceFields(service);
  return {
    currency: service.currency.code,
    terms: fields,
    version: versionOf(fields),
    contract: service.contract,
    decimals: service.decimals,
    unavailable: unavailableReason(service),
  };
}
