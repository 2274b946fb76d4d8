import type { Malleated, MalleatedSearch } from "@/lib/chains/spending";
import { listOpenSubjects } from "@/lib/kernel/alarms/raise-alarm";
import { crashPoint } from "@/lib/kernel/crash-point";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { settleOwners } from "@/lib/money-in/deposits/record-blocks";
import { lockAccount } from "@/lib/sending/sends/accounts-repo";
import type { Engine } from "@/lib/sending/sends/engine";
import { type Outgoing, toSigned, versionOf } from "@/lib/sending/sends/outgoing";
import { lockLive, lockSettled } from "@/lib/sending/sends/outgoing-repo";
import { insertVersion, raiseVersion } from "@/lib/sending/sends/outgoing-write-repo";
import { lockSends, sendOwner } from "@/lib/sending/sends/send-owner";

/**
 * How many blocks are usually searched for a malleated transaction of the gateway: as many as are
 * cached in memory.
 */
const BLOCKS_USUAL = 150;
/**
 * Search limit before the network is stopped: half a day of Dogecoin's blocks, or until before it
 * was signed.
 */
const BLOCKS_MAX = 1_000;

/**
 * Checks whether the transaction that spent the UTXOs of one of the gateway's transactions is that
 * transaction itself under a malleated id: where ids commit to signatures, anyone who relays it may
 * encode a signature differently. If so, that id becomes one more version, which is followed,
 * settled and reported like every other version. A settled transaction moves to the block it is
 * then in.
 * @param isDead none of its known versions can be included: many blocks are searched, once
 * @returns whether it was found
 * @throws ChainUnavailableError when no node responds
 */
export async function followMalleated(
  engine: Engine,
  outgoing: Outgoing,
  isDead: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  if (engine.driver.findMalleated === undefined) return false;
  const isAlarmed = (await listOpenSubjects("send-outcome-changed", outgoing.id)).length > 0;
  const blocksMax = isDead && !isAlarmed ? BLOCKS_MAX : BLOCKS_USUAL;
  const malleated = await engine.driver.findMalleated(searchOf(outgoing), blocksMax, signal);
  if (malleated === null) return false;
  await recordMalleated(outgoing, malleated);
  crashPoint("send:seen");
  // It is in a block: look it up in the next step.
  engine.memory.lookedAtMs.set(outgoing.id, Number.NEGATIVE_INFINITY);
  log().warn({ network: engine.networkCode, outgoingId: outgoing.id }, "a transaction arrived under another id");
  return true;
}

/** Builds the search, which excludes the known ids. */
export function searchOf(outgoing: Outgoing): MalleatedSearch {
  const versions = outgoing.versions.map((version) => toSigned(outgoing, version));
  return { versions, since: versionOf(outgoing, 1).signedAt };
}

/** Records the malleated id as one more version. Posts nothing: it carries and costs the same. */
export async function recordMalleated(outgoing: Outgoing, { transactionId, raw, of }: Malleated): Promise<void> {
  const { networkCode } = outgoing;
  const original = outgoing.versions.find((version) => version.transactionId === of);
  invariant(original, `${of} is a version of ${outgoing.id}`);
  await withTransaction(async (tx) => {
    // Its change may be recorded as a deposit concurrently: either it is found here, or the
    // recorder finds the id.
    await lockRecording(tx, networkCode);
    const sends = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, networkCode, outgoing.fromAddress);
    // It was replaced, settled or recorded by another worker: it is checked again.
    if (!(await isAsKnown(tx, outgoing))) return;
    const version = outgoing.version + 1;
    const { spends, feeTerms, feePriority, feeExpected, feeMax } = versionOf(outgoing, original.version);
    const terms = { spends, feeTerms, feePriority, feeExpected, feeMax };
    await insertVersion(tx, outgoing, { version, transactionId, raw, ...terms, aliasOf: original.version });
    await raiseVersion(tx, outgoing.id, { version, feeMax: outgoing.feeMax.toFixed() });
    // The owner of a settled transaction learns the id with the block.
    if (outgoing.status !== "settled")
      for (const send of sends) await sendOwner(send.purpose).signed(tx, send, transactionId);
    await settleOwners(tx, await disownDeposits(tx, networkCode, transactionId));
  });
}

/** Locks the transaction. */
async function isAsKnown(tx: Tx, { id, status, version, feeMax }: Outgoing): Promise<boolean> {
  if (status === "settled") return (await lockSettled(tx, id)).newest === version;
  const live = await lockLive(tx, id);
  return live?.version === version && live.feeMax.equals(feeMax);
}

type Disowned = { readonly id: string; readonly ownerKind: string | null; readonly ownerId: string | null };

/**
 * Blocks the recording of the network's blocks: what was recorded before is visible, and later
 * recordings know the gateway's transactions.
 */
async function lockRecording(tx: Tx, networkCode: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM chain_cursors WHERE network_code = ${networkCode} FOR UPDATE`;
}

/**
 * Reclassifies what a transaction paid to the gateway's addresses as change: it was taken for
 * deposits before the transaction was known to be the gateway's. Booked amounts are reversed
 * immediately, without a decision. Returns the owners of those deposits.
 */
async function disownDeposits(tx: Tx, networkCode: string, transactionId: string): Promise<Disowned[]> {
  await tx.coin.updateMany({ where: { networkCode, transactionId }, data: { isInternal: true } });
  return tx.$queryRaw<Disowned[]>`
    UPDATE deposits SET status = 'vanished', vanished_at = now(),
      reversal_approved_at = CASE WHEN booked_inclusion IS NULL THEN NULL ELSE now() END
    WHERE network_code = ${networkCode} AND transaction_id = ${transactionId} AND status <> 'vanished'
    RETURNING id, owner_kind AS "ownerKind", owner_id::text AS "ownerId"`;
}
