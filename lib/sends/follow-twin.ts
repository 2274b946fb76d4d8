import type { Twin } from "@/lib/chains/spending";
import { crashPoint } from "@/lib/crash-point";
import { withTransaction } from "@/lib/db";
import { settleOwners } from "@/lib/deposits/record-blocks";
import { invariant } from "@/lib/errors";
import { log } from "@/lib/log";
import { lockAccount } from "@/lib/sends/accounts-repo";
import type { Engine } from "@/lib/sends/engine";
import { lockSends } from "@/lib/sends/lock-sends";
import { type Outgoing, toSigned, versionOf } from "@/lib/sends/outgoing";
import { insertVersion, lockLive, raiseVersion } from "@/lib/sends/outgoing-repo";
import { sendOwner } from "@/lib/sends/send-owner";
import { disownDeposits } from "@/lib/sends/twins-repo";

/**
 * Looks whether what has spent the coins of a transaction of ours is that transaction itself under another id: where ids commit to signatures,
 * whoever passes it on may write a signature in another way. If so that id is one more version of it from now on, which is followed, settled
 * and told like every other one.
 * @returns whether it was
 * @throws ChainUnavailableError when no node answers
 */
export async function followTwin(
  engine: Engine,
  outgoing: Outgoing,
  blocksMax: number,
  signal: AbortSignal,
): Promise<boolean> {
  const own = outgoing.versions.filter(({ aliasOf }) => aliasOf == null);
  const since = own[0]?.signedAt;
  if (engine.driver.findTwin === undefined || since === undefined) return false;
  const versions = own.map((version) => toSigned(outgoing, version));
  const twin = await engine.driver.findTwin({ versions, since, blocksMax }, signal);
  if (twin === null) return false;
  await writeDown(outgoing, twin);
  crashPoint("send:seen");
  // It is in a block: it is asked for at the next step.
  engine.memory.lookedAtMs.set(outgoing.id, Number.NEGATIVE_INFINITY);
  log().warn({ network: engine.networkCode, outgoingId: outgoing.id }, "a transaction arrived under another id");
  return true;
}

/** Nothing moves in the books: it carries and costs what it did. */
async function writeDown(outgoing: Outgoing, { transactionId, raw, of }: Twin): Promise<void> {
  const { networkCode } = outgoing;
  const original = outgoing.versions.find((version) => version.transactionId === of);
  invariant(original, `${of} is a version of ${outgoing.id}`);
  await withTransaction(async (tx) => {
    const sends = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, networkCode, outgoing.fromAddress);
    const live = await lockLive(tx, outgoing.id);
    // Replaced, settled, or written down by another worker meanwhile: it is looked at again.
    if (sends.some(({ status }) => status !== "sending") || live?.version !== outgoing.version) return;
    const version = outgoing.version + 1;
    const { spends, feeTerms, feePriority, feeExpected, feeMax } = versionOf(outgoing, original.version);
    const terms = { spends, feeTerms, feePriority, feeExpected, feeMax };
    await insertVersion(tx, outgoing, { version, transactionId, raw, ...terms, aliasOf: original.version });
    await raiseVersion(tx, outgoing.id, { version, feeMax: live.feeMax.toFixed() });
    for (const send of sends) await sendOwner(send.purpose).signed(tx, send, transactionId);
    await settleOwners(tx, await disownDeposits(tx, networkCode, transactionId));
  });
}
