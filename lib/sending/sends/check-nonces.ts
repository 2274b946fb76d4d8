import { mapLimited } from "@/lib/chains/limits";
import type { AccountNonce } from "@/lib/chains/spending";
import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import {
  deleteNonceStop,
  insertNonceStop,
  type NewNonceStop,
  readStops,
  type SendStopRow,
  updateNonceStop,
} from "@/lib/pricing/catalog/networks-repo";
import { readNextNonces } from "@/lib/sending/sends/accounts-repo";
import type { Engine } from "@/lib/sending/sends/engine";
import { type Outgoing, toSigned } from "@/lib/sending/sends/outgoing";
import { endStoppedWaits } from "@/lib/sending/sends/repo";

const ACCOUNTS_AT_ONCE = 8;

/** Problems with accounts' nonces, as text, by address. */
export type NonceProblems = ReadonlyMap<string, string>;

/**
 * Returns the chain's nonces of each account. Read before the gateway's own record, so that a send
 * in between never makes the chain look ahead.
 */
export async function readChainNonces(
  { driver }: Engine,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AccountNonce>> {
  const read = await mapLimited(addresses, ACCOUNTS_AT_ONCE, async (address) => {
    const nonce = await driver.accountNonce(address, signal);
    if (nonce === null) throw new Error(`${driver.network} tells no nonces`);
    return [address, nonce] as const;
  });
  return new Map(read);
}

/**
 * Returns the accounts for which the chain counts more transactions than the gateway: because of an
 * outdated database, or because someone else uses the seed. What was sent may still be queued here.
 */
export async function findAccountsBehind(
  engine: Engine,
  onChain: ReadonlyMap<string, AccountNonce>,
): Promise<NonceProblems> {
  const ours = await readNextNonces(engine.networkCode, [...onChain.keys()]);
  const problems = new Map<string, string>();
  for (const [address, { included, pending }] of onChain) {
    const next = ours.get(address) ?? 0n;
    const chain = countOf({ included, pending });
    if (chain <= next) continue;
    problems.set(address, `the chain has ${chain} transactions of ${address}, and this database has ${next}`);
  }
  return problems;
}

/**
 * Returns the accounts of which a nonce assigned by the gateway was used by a foreign
 * transaction. @param missing transactions with a used nonce but no block
 */
export async function findStolenNonces(
  { driver }: Engine,
  missing: readonly Outgoing[],
  confirmations: number,
  signal: AbortSignal,
): Promise<NonceProblems> {
  const problems = new Map<string, string>();
  for (const outgoing of missing) {
    if (problems.has(outgoing.fromAddress)) continue;
    for (const [index, version] of outgoing.versions.entries()) {
      const { verdict } = await driver.canStillConfirm(toSigned(outgoing, version), confirmations, signal);
      if (verdict !== "impossible") break;
      if (index < outgoing.versions.length - 1) continue;
      const message = `another transaction took nonce ${outgoing.nonce} of ${outgoing.fromAddress}`;
      problems.set(outgoing.fromAddress, message);
    }
  }
  return problems;
}

/**
 * Stops the network, with an alarm, while an account's nonces differ from the gateway's record, so
 * that nothing is signed that may already be paid. A stop ends automatically only when every node
 * of the network responded in this step and none of them disagrees: a lagging node knows less than
 * the node that caused the stop.
 * @param onChain the checked accounts
 * @param isFresh whether the chain's head is recent enough
 */
export async function enforceNonces(
  { networkCode }: Pick<Engine, "networkCode">,
  stops: readonly SendStopRow[],
  onChain: ReadonlyMap<string, AccountNonce>,
  problems: NonceProblems,
  isFresh: boolean,
): Promise<void> {
  for (const [address, nonce] of onChain) {
    const reason = problems.get(address);
    const known = stops.find((stop) => stop.address === address);
    if (reason !== undefined) {
      await stop({ networkCode, address, reason, chainNonce: countOf(nonce) }, known);
    } else if (known !== undefined && isFresh && nonce.answered === nonce.asked) {
      await resume(networkCode, address);
    }
  }
}

function countOf({ included, pending }: Pick<AccountNonce, "included" | "pending">): bigint {
  return pending > included ? pending : included;
}

/** A lower count than before comes from a lagging node: the highest one is kept. */
async function stop(found: NewNonceStop, known: SendStopRow | undefined): Promise<void> {
  const { networkCode, address, reason, chainNonce } = found;
  if (known === undefined) {
    log().error({ network: networkCode, address, reason }, "sending is stopped");
    await withTransaction(async (tx) => {
      await insertNonceStop(tx, found);
      await raiseAlarm(tx, { kind: "sends-stopped", subject: networkCode, message: reason });
    });
  } else if (known.chainNonce === null || chainNonce > known.chainNonce) {
    await withTransaction((tx) => updateNonceStop(tx, found));
  }
}

async function resume(networkCode: string, address: string): Promise<void> {
  log().warn({ network: networkCode, address }, "the chain's nonces are ours again: sending goes on");
  await withTransaction(async (tx) => {
    await deleteNonceStop(tx, networkCode, address);
    await endStoppedWaits(tx, networkCode);
    const left = await readStops(tx, networkCode);
    if (left.some(({ kind }) => kind === "nonce")) return;
    await clearAlarm(tx, { kind: "sends-stopped", subject: networkCode });
  });
}
