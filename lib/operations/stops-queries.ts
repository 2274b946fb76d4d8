import { loadCatalog } from "@/lib/catalog/queries";
import { countOpenSends, type StopRow, selectHotAccounts, selectStops } from "@/lib/operations/stops-repo";
import { EVERYWHERE, type StopsView, type StopView } from "@/lib/operations/stops-schema";

/** Which networks may sign, which may not and why, and how much waits there. Networks without a node are left out. */
export async function readStops(): Promise<StopsView> {
  const [catalog, stops, counts, accounts] = await Promise.all([
    loadCatalog(),
    selectStops(),
    countOpenSends(),
    selectHotAccounts(),
  ]);
  const stopsOf = (scope: string) => stops.filter((stop) => stop.scope === scope).map(toStopView);
  const countOf = (code: string, wanted: string) =>
    counts.find(({ networkCode, status }) => networkCode === code && status === wanted)?.count ?? 0;
  const networks = catalog.networks().map(({ code, name, node }) => ({
    code,
    name,
    hasNode: node !== "missing",
    stops: stopsOf(code),
    waiting: countOf(code, "queued"),
    moving: countOf(code, "sending"),
    accounts: accounts
      .filter(({ networkCode }) => networkCode === code)
      .map(({ address, nextNonce }) => ({ address, nextNonce: nextNonce?.toString() ?? null, chainNonce: null })),
  }));
  return {
    everywhere: stopsOf(EVERYWHERE),
    networks: networks.filter(
      ({ hasNode, stops: own, waiting, moving }) => hasNode || own.length + waiting + moving > 0,
    ),
  };
}

function toStopView({ kind, reason, stoppedByName, stoppedAt }: StopRow): StopView {
  return {
    kind: kind === "nonce" ? "nonce" : "operator",
    reason,
    stoppedBy: stoppedByName,
    stoppedAt: stoppedAt.toISOString(),
  };
}
