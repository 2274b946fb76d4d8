import { database, type Tx } from "@/lib/kernel/db";

/** Every network. */
export const ALL_NETWORKS = "all";
const OPERATOR = "operator";
/** A transaction did something else than the books say; the operator takes it back as one of its own. */
const OUTCOME = "outcome";
const NONCE_PREFIX = "nonce:";

export type SendStopRow = {
  /** A network's code, or `all`. */
  readonly scope: string;
  /** Whoever set it: a person; the chain that is ahead of our record; a transaction that did something else than the books say. */
  readonly kind: "operator" | "nonce" | "outcome";
  /** The account whose nonces the chain and our record disagree about; null for the others. */
  readonly address: string | null;
  readonly reason: string;
  /** How many transactions of the account the chain has, as the nodes said last. */
  readonly chainNonce: bigint | null;
  readonly stoppedBy: string | null;
  readonly stoppedAt: Date;
};

export async function insertOperatorStop(
  tx: Tx,
  stop: { scope: string; reason: string; stoppedBy: string | null },
): Promise<void> {
  await tx.sendStop.createMany({ data: [{ ...stop, kind: OPERATOR }], skipDuplicates: true });
}

/** The engine's own kill switch, for a person to look before anything goes on. */
export async function insertOutcomeStop(tx: Tx, stop: { networkCode: string; reason: string }): Promise<void> {
  const data = { scope: stop.networkCode, kind: OUTCOME, reason: stop.reason };
  await tx.sendStop.createMany({ data: [data], skipDuplicates: true });
}

/** What only a person takes back. Answers whether there was one. */
export async function deleteOperatorStop(tx: Tx, scope: string): Promise<boolean> {
  return (await tx.sendStop.deleteMany({ where: { scope, kind: { in: [OPERATOR, OUTCOME] } } })).count > 0;
}

export type NewNonceStop = {
  readonly networkCode: string;
  readonly address: string;
  readonly reason: string;
  readonly chainNonce: bigint;
};

/** Answers whether it is new. */
export async function insertNonceStop(tx: Tx, stop: NewNonceStop): Promise<boolean> {
  const { networkCode, address, reason, chainNonce } = stop;
  const data = { scope: networkCode, kind: NONCE_PREFIX + address, reason, chainNonce };
  return (await tx.sendStop.createMany({ data: [data], skipDuplicates: true })).count === 1;
}

/** What is wrong now, and how many transactions the chain has by now. */
export async function updateNonceStop(tx: Tx, stop: NewNonceStop): Promise<void> {
  const { networkCode, address, reason, chainNonce } = stop;
  await tx.sendStop.updateMany({
    where: { scope: networkCode, kind: NONCE_PREFIX + address },
    data: { reason, chainNonce },
  });
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
  return rows.map(({ kind, ...row }) => ({ ...row, ...kindOf(kind) }));
}

function kindOf(stored: string): Pick<SendStopRow, "kind" | "address"> {
  if (stored.startsWith(NONCE_PREFIX)) return { kind: "nonce", address: stored.slice(NONCE_PREFIX.length) };
  return { kind: stored === OUTCOME ? "outcome" : "operator", address: null };
}

export function listAllStops(): Promise<SendStopRow[]> {
  return readStops(database(), null);
}
