import { database } from "@/lib/kernel/db";

/** The names of those who set switches. */
export function selectNames(userIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  return database().user.findMany({ where: { id: { in: [...userIds] } }, select: { id: true, name: true } });
}

/** How many sends are not final, by network and state. */
export async function countOpenSends(): Promise<{ networkCode: string; status: string; count: number }[]> {
  const rows = await database().send.groupBy({
    by: ["networkCode", "status"],
    where: { status: { in: ["queued", "sending"] } },
    _count: true,
  });
  return rows.map(({ networkCode, status, _count: count }) => ({ networkCode, status, count }));
}

/** The nonce that each of these accounts takes next by our record, on whatever network. */
export function selectNextNonces(
  addresses: readonly string[],
): Promise<{ networkCode: string; address: string; nextNonce: bigint | null }[]> {
  return database().sendingAccount.findMany({
    where: { address: { in: [...addresses] } },
    select: { networkCode: true, address: true, nextNonce: true },
  });
}
