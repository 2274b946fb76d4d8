import { clearAlarm, raiseAlarm } from "@/lib/alarms/raise-alarm";
import { mapLimited } from "@/lib/chains/map-limited";
import type { AccountNonce } from "@/lib/chains/spending";
import { withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { readNextNonces } from "@/lib/sends/accounts-repo";
import type { Engine } from "@/lib/sends/engine";
import { type Outgoing, spendsOf } from "@/lib/sends/outgoing";
import { deleteNonceStop, insertNonceStop, readStops, type SendStopRow } from "@/lib/sends/stops-repo";

const ACCOUNTS_AT_ONCE = 8;

/** What is wrong with an account's nonces, in words; by its address. */
export type NonceProblems = ReadonlyMap<string, string>;

/** What the chain says of each account, asked before our own record is read: what we send in between never makes the chain look ahead. */
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
 * Accounts of which the chain has more than we know of: a database from yesterday, or a seed that somebody else uses as well. Whatever
 * was sent may be among what is still queued here.
 */
export async function findAccountsBehind(
  engine: Engine,
  onChain: ReadonlyMap<string, AccountNonce>,
): Promise<NonceProblems> {
  const ours = await readNextNonces(engine.networkCode, [...onChain.keys()]);
  const problems = new Map<string, string>();
  for (const [address, { included, pending }] of onChain) {
    const next = ours.get(address) ?? 0n;
    const chain = pending > included ? pending : included;
    if (chain <= next) continue;
    problems.set(address, `the chain has ${chain} transactions of ${address}, and this database knows ${next}`);
  }
  return problems;
}

/** Accounts of which a nonce that is ours carries a transaction that is not. @param missing used nonces without a block of ours */
export async function findStolenNonces(
  { driver }: Engine,
  missing: readonly Outgoing[],
  confirmations: number,
  signal: AbortSignal,
): Promise<NonceProblems> {
  const problems = new Map<string, string>();
  for (const outgoing of missing) {
    if (problems.has(outgoing.fromAddress)) continue;
    const spends = spendsOf(outgoing);
    for (const [index, { transactionId }] of outgoing.versions.entries()) {
      const { verdict } = await driver.canStillConfirm({ transactionId, spends }, confirmations, signal);
      if (verdict !== "impossible") break;
      if (index < outgoing.versions.length - 1) continue;
      const message = `another transaction took nonce ${outgoing.nonce} of ${outgoing.fromAddress}`;
      problems.set(outgoing.fromAddress, message);
    }
  }
  return problems;
}

/**
 * Stops the network, with an alarm, for as long as an account's nonces are not what we know: nothing is signed that might be paid
 * already. A stop whose account was looked at and is sound again ends by itself.
 * @param checked addresses that were looked at
 */
export async function enforceNonces(
  engine: Engine,
  stops: readonly SendStopRow[],
  checked: Iterable<string>,
  problems: NonceProblems,
): Promise<void> {
  const { networkCode } = engine;
  const stopped = new Set(stops.flatMap(({ address }) => address ?? []));
  for (const address of checked) {
    const reason = problems.get(address);
    if (reason !== undefined && !stopped.has(address)) await stop(networkCode, address, reason);
    if (reason === undefined && stopped.has(address)) await resume(networkCode, address);
  }
}

async function stop(networkCode: string, address: string, reason: string): Promise<void> {
  log().error({ network: networkCode, address, reason }, "sending is stopped");
  await withTransaction(async (tx) => {
    await insertNonceStop(tx, { networkCode, address, reason });
    await raiseAlarm(tx, { kind: "sends-stopped", subject: networkCode, message: reason });
  });
}

async function resume(networkCode: string, address: string): Promise<void> {
  log().warn({ network: networkCode, address }, "the chain's nonces are ours again: sending goes on");
  await withTransaction(async (tx) => {
    await deleteNonceStop(tx, networkCode, address);
    const left = await readStops(tx, networkCode);
    if (left.some(({ kind }) => kind === "nonce")) return;
    await clearAlarm(tx, { kind: "sends-stopped", subject: networkCode });
  });
}
