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
import { insertVersion, lockLive, lockSettled, raiseVersion } from "@/lib/sending/sends/outgoing-repo";
import { lockSends, sendOwner } from "@/lib/sending/sends/send-owner";

/**
 * How far back it is looked whether a transaction of ours arrived under another id: as far as
 * blocks are kept in memory.
 */
const BLOCKS_USUAL = 150;
/**
 * Before the network is stopped: half a day of Dogecoin's blocks, or until before it was signed.
 */
const BLOCKS_MAX = 1_000;

/**
 * Looks whether what has spent the coins of a transaction of ours is that transaction itself under
 * another id: where ids commit to signatures, whoever passes it on may write a signature in another
 * way. If so that id is one more version of it from now on, which is followed, settled and told
 * like every other one. One that had settled moves to the block in which it is then.
 * @param isDead none of its known versions can arrive any more: it is looked far back, once
 * @returns whether it was
 * @throws ChainUnavailableError when no node answers
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
  // It is in a block: it is asked for at the next step.
  engine.memory.lookedAtMs.set(outgoing.id, Number.NEGATIVE_INFINITY);
  log().warn({ network: engine.networkCode, outgoingId: outgoing.id }, "a transaction arrived under another id");
  return true;
}

/** What is looked for: none of the ids under which it is known. */
export function searchOf(outgoing: Outgoing): MalleatedSearch {
  const versions = outgoing.versions.map((version) => toSigned(outgoing, version));
  return { versions, since: versionOf(outgoing, 1).signedAt };
}

/**
 * Its other id is one more version. Nothing moves in the books: it carries and costs what it did.
 */
export async function recordMalleated(outgoing: Outgoing, { transactionId, raw, of }: Malleated): Promise<void> {
  const { networkCode } = outgoing;
  const original = outgoing.versions.find((version) => version.transactionId === of);
  invariant(original, `${of} is a version of ${outgoing.id}`);
  await withTransaction(async (tx) => {
    // Its change may be read as a deposit at this moment: either that is found here, or it finds
    // the id.
    await lockRecording(tx, networkCode);
    const sends = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, networkCode, outgoing.fromAddress);
    // Replaced, settled, or written down by another worker meanwhile: it is looked at again.
    if (!(await isAsKnown(tx, outgoing))) return;
    const version = outgoing.version + 1;
    const { spends, feeTerms, feePriority, feeExpected, feeMax } = versionOf(outgoing, original.version);
    const terms = { spends, feeTerms, feePriority, feeExpected, feeMax };
    await insertVersion(tx, outgoing, { version, transactionId, raw, ...terms, aliasOf: original.version });
    await raiseVersion(tx, outgoing.id, { version, feeMax: outgoing.feeMax.toFixed() });
    // Whoever owns what had arrived hears of the id with the block.
    if (outgoing.status !== "settled")
      for (const send of sends) await sendOwner(send.purpose).signed(tx, send, transactionId);
    await settleOwners(tx, await disownDeposits(tx, networkCode, transactionId));
  });
}

/** Locks it. */
async function isAsKnown(tx: Tx, { id, status, version, feeMax }: Outgoing): Promise<boolean> {
  if (status === "settled") return (await lockSettled(tx, id)).newest === version;
  const live = await lockLive(tx, id);
  return live?.version === version && live.feeMax.equals(feeMax);
}

type Disowned = { readonly id: string; readonly ownerKind: string | null; readonly ownerId: string | null };

/**
 * Holds back whoever records blocks of the network: what has been recorded by then is seen, and
 * what is recorded later knows whose transactions are ours.
 */
async function lockRecording(tx: Tx, networkCode: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM chain_cursors WHERE network_code = ${networkCode} FOR UPDATE`;
}

/**
 * What a transaction brought to addresses of ours is change, and no deposit: it was taken for one
 * while nobody knew that the transaction is ours. What is booked of it is to be taken back at once:
 * nothing is left to decide. Answers whose deposits they were.
 */
async function disownDeposits(tx: Tx, networkCode: string, transactionId: string): Promise<Disowned[]> {
  await tx.coin.updateMany({ where: { networkCode, transactionId }, data: { isInternal: true } });
  return tx.$queryRaw<Disowned[]>`
    UPDATE deposits SET status = 'vanished', vanished_at = now(),
      reversal_approved_at = CASE WHEN booked_inclusion IS NULL THEN NULL ELSE now() END
    WHERE network_code = ${networkCode} AND transaction_id = ${transactionId} AND status <> 'vanished'
    RETURNING id, owner_kind AS "ownerKind", owner_id::text AS "ownerId"`;
}
