import { database } from "@/lib/db";

/** Every switch that is set, with the name of whoever set it. */
export async function selectStops() {
  const stops = await database().sendStop.findMany({ orderBy: [{ scope: "asc" }, { stoppedAt: "asc" }] });
  const people = await database().user.findMany({
    where: { id: { in: stops.flatMap(({ stoppedBy }) => stoppedBy ?? []) } },
    select: { id: true, name: true },
  });
  return stops.map((stop) => ({
    ...stop,
    stoppedByName: people.find(({ id }) => id === stop.stoppedBy)?.name ?? null,
  }));
}
export type StopRow = Awaited<ReturnType<typeof selectStops>>[number];

/** How many sends are not final, by network and state. */
export async function countOpenSends(): Promise<{ networkCode: string; status: string; count: number }[]> {
  const rows = await database().send.groupBy({
    by: ["networkCode", "status"],
    where: { status: { in: ["queued", "sending"] } },
    _count: true,
  });
  return rows.map(({ networkCode, status, _count: count }) => ({ networkCode, status, count }));
}

/** The hot wallets among the addresses that send, with the nonce that each takes next. */
export function selectHotAccounts(): Promise<{ networkCode: string; address: string; nextNonce: bigint | null }[]> {
  return database().$queryRaw`
    SELECT s.network_code AS "networkCode", s.address, s.next_nonce AS "nextNonce"
    FROM sending_accounts s WHERE EXISTS (SELECT FROM hot_wallets h WHERE lower(h.address) = lower(s.address))
    ORDER BY s.network_code, s.address`;
}
