import { clearAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { deleteNonceStop, readStops } from "@/lib/pricing/catalog/networks-repo";
import { isHotWallet, lockAccount, setNextNonce } from "@/lib/sending/sends/accounts-repo";
import { countQueuedBefore, endStoppedWaits, notifySends } from "@/lib/sending/sends/repo";

/**
 * The operator says that the chain is right about how many transactions an account has sent: our
 * record goes on from there, and the network's stop ends. What the operator names must be exactly
 * what the worker heard from the network's nodes. Refused while anything of that account is queued
 * that was ordered before the stop, because it may be among what was sent and is not in this
 * database any more: each of those has to be looked up on the chain and ended first (cancelled, or
 * `failSend`).
 * @throws AppError (refused) when the network does not stand still because of this account, when
 *   the chain's count is another one, when something older is queued, or when our own record is
 *   further already
 */
export async function acceptChainNonce(order: {
  networkCode: string;
  address: string;
  nonce: bigint;
  actorId: string | null;
}): Promise<void> {
  const { networkCode, address, nonce, actorId } = order;
  await withTransaction(async (tx) => {
    const ours = await lockAccount(tx, networkCode, address);
    const stops = await readStops(tx, networkCode);
    const stop = stops.find((candidate) => candidate.address === address);
    if (stop === undefined) throw new AppError("refused", `There is no stop because of ${address}`);
    if (stop.chainNonce !== nonce) {
      const said = stop.chainNonce === null ? "nothing yet" : `${stop.chainNonce}`;
      throw new AppError("refused", `The network's nodes report ${said}, not ${nonce}`);
    }
    if (ours === null) throw new AppError("refused", `${address} of ${networkCode} has no nonces`);
    if (nonce < ours) throw new AppError("refused", `The stored nonce is already ${ours}`);
    const queued = await countQueuedBefore(tx, await senderOf(tx, networkCode, address), stop.stoppedAt);
    if (queued > 0) {
      const text = `Sends from before the stop (${queued}) are still queued and may already be paid: check and end them first`;
      throw new AppError("refused", text);
    }
    await setNextNonce(tx, networkCode, address, nonce);
    await deleteNonceStop(tx, networkCode, address);
    if (!stops.some((other) => other.kind === "nonce" && other.address !== address)) {
      await clearAlarm(tx, { kind: "sends-stopped", subject: networkCode });
    }
    const detail = { from: ours.toString(), to: nonce.toString() };
    const change = { before: { nonce: detail.from }, after: { nonce: detail.to } };
    const target = `${networkCode}:${address}`;
    await recordAudit(tx, { actorId, action: "sends.accept-nonce", target, detail, ...change });
    await endStoppedWaits(tx, networkCode);
    await notifySends(tx, networkCode);
  });
}

/** As sends name it: the hot wallet is no address to them. */
async function senderOf(tx: Tx, networkCode: string, address: string) {
  return { networkCode, fromAddress: (await isHotWallet(tx, address)) ? null : address };
}
