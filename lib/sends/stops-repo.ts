import { database, type Tx } from "@/lib/db";

/** Every network. */
export const ALL_NETWORKS = "all";
const OPERATOR = "operator";
const NONCE_PREFIX = "nonce:";

export type SendStopRow = {
  /** A network's code, or `all`. */
  readonly scope: string;
  readonly kind: "operator" | "nonce";
  /** The account whose nonces the chain and our record disagree about; null for the operator's. */
  readonly address: string | null;
  readonly reason: string;
  readonly stoppedBy: string | null;
  readonly stoppedAt: Date;
};

export async function insertOperatorStop(
  tx: Tx,
  stop: { scope: string; reason: string; stoppedBy: string | null },
): Promise<void> {
  await tx.sendStop.createMany({ data: [{ ...stop, kind: OPERATOR }], skipDuplicates: true });
}

/** Answers whether there was one. */
export async function deleteOperatorStop(tx: Tx, scope: string): Promise<boolean> {
  return (await tx.sendStop.deleteMany({ where: { scope, kind: OPERATOR } })).count > 0;
}

/** Answers whether it is new. */
export async function insertNonceStop(
  tx: Tx,
  stop: { networkCode: string; address: string; reason: string },
): Promise<boolean> {
  const data = { scope: stop.networkCode, kind: NONCE_PREFIX + stop.address, reason: stop.reason };
  return (await tx.sendStop.createMany({ data: [data], skipDuplicates: true })).count === 1;
}

export async function deleteNonceStop(tx: Tx, networkCode: string, address: string): Promise<boolean> {
  return (await tx.sendStop.deleteMany({ where: { scope: networkCode, kind: NONCE_PREFIX + address } })).count > 0;
}

/** Of one network with those of all, or of every scope. */
export async function readStops(tx: Tx, networkCode: string | null): Promise<SendStopRow[]> {
  const where = networkCode === null ? {} : { scope: { in: [networkCode, ALL_NETWORKS] } };
  const rows = await tx.sendStop.findMany({
    where,
    orderBy: [{ stoppedAt: "asc" }, { scope: "asc" }, { kind: "asc" }],
  });
  return rows.map(({ kind, ...row }) => ({
    ...row,
    kind: kind.startsWith(NONCE_PREFIX) ? "nonce" : "operator",
    address: kind.startsWith(NONCE_PREFIX) ? kind.slice(NONCE_PREFIX.length) : null,
  }));
}

export function listAllStops(): Promise<SendStopRow[]> {
  return readStops(database(), null);
}
