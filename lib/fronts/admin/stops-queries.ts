import { EVERYWHERE, type StopsView, type StopView } from "@/lib/fronts/admin/stops-schema";
import { database } from "@/lib/kernel/db";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { listSendStops } from "@/lib/sending/sends/stop-sends";

/**
 * Returns which networks may sign, which may not and why, and how many sends wait. Networks without
 * a node are left out.
 */
export async function readStops(): Promise<StopsView> {
  const [catalog, stops, counts] = await Promise.all([loadCatalog(), readStopViews(), countOpenSends()]);
  const stopsOf = (wanted: string) => stops.filter(({ scope }) => scope === wanted).map(({ view }) => view);
  const countOf = (code: string, wanted: string) =>
    counts.find(({ networkCode, status }) => networkCode === code && status === wanted)?.count ?? 0;
  const networks = catalog.networks().map(({ code, name, node }) => ({
    code,
    name,
    hasNode: node !== "missing",
    stops: stopsOf(code),
    waiting: countOf(code, "queued"),
    moving: countOf(code, "sending"),
  }));
  return {
    everywhere: stopsOf(EVERYWHERE),
    networks: networks.filter(
      ({ hasNode, stops: own, waiting, moving }) => hasNode || own.length + waiting + moving > 0,
    ),
  };
}

async function readStopViews(): Promise<{ scope: string; view: StopView }[]> {
  const stops = await listSendStops();
  const [people, accounts] = await Promise.all([
    selectNames(stops.flatMap(({ stoppedBy }) => stoppedBy ?? [])),
    selectNextNonces(stops.flatMap(({ address }) => address ?? [])),
  ]);
  return stops.map(({ scope, kind, address, reason, chainNonce, stoppedBy, stoppedAt }) => {
    const account = accounts.find((known) => known.networkCode === scope && known.address === address);
    return {
      scope,
      view: {
        kind,
        address,
        nextNonce: account?.nextNonce?.toString() ?? null,
        chainNonce: chainNonce?.toString() ?? null,
        reason,
        stoppedBy: people.find(({ id }) => id === stoppedBy)?.name ?? null,
        stoppedAt: stoppedAt.toISOString(),
      },
    };
  });
}

/** Returns the names of the users who set kill switches. */
function selectNames(userIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  return database().user.findMany({ where: { id: { in: [...userIds] } }, select: { id: true, name: true } });
}

/** Returns the number of unfinished sends by network and status. */
async function countOpenSends(): Promise<{ networkCode: string; status: string; count: number }[]> {
  const rows = await database().send.groupBy({
    by: ["networkCode", "status"],
    where: { status: { in: ["queued", "sending"] } },
    _count: true,
  });
  return rows.map(({ networkCode, status, _count: count }) => ({ networkCode, status, count }));
}

/** Returns the next nonce of each of these accounts in our records, on any network. */
function selectNextNonces(
  addresses: readonly string[],
): Promise<{ networkCode: string; address: string; nextNonce: bigint | null }[]> {
  return database().sendingAccount.findMany({
    where: { address: { in: [...addresses] } },
    select: { networkCode: true, address: true, nextNonce: true },
  });
}
