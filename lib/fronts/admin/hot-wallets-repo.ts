import { database } from "@/lib/kernel/db";

/** Where each family's money is gathered. Written by the worker when it first runs. */
export function selectHotAddresses(): Promise<{ family: string; address: string }[]> {
  return database().hotWallet.findMany({
    where: { derivationIndex: 0 },
    select: { family: true, address: true },
  });
}

/** What the operator has set in place of the defaults, of every service. */
export async function selectSweepSettings() {
  const [policies, coldAddresses] = await Promise.all([
    database().sweepPolicy.findMany(),
    database().coldAddress.findMany(),
  ]);
  return { policies, coldAddresses };
}
export type SweepSettings = Awaited<ReturnType<typeof selectSweepSettings>>;
