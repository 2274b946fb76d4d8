import { clearAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { deleteNonceStop, readStops } from "@/lib/pricing/catalog/networks-repo";
import { isHotWallet, lockAccount, setNextNonce } from "@/lib/sending/sends/accounts-repo";
import { countQueuedBefore, endStoppedWaits, notifySends } from "@/lib/sending/sends/repo";

/**
 * Accepts the chain's transaction count of an account on behalf of the operator: the gateway's
 * record continues from there, and the network's stop ends. The operator must name exactly the
 * count that the network's nodes reported to the worker. Refused while the account has queued sends
 * from before the stop, because they may be among the transactions that were sent and are missing
 * from this database: each of those must be looked up on the chain and ended first (cancelled, or
 * `failSend`).
 * @throws AppError (refused) when the network is not stopped because of this account, when the
 *   chain's count is different, when an older send is queued, or when the gateway's record is
 *   already ahead
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

/** In the form used by sends, which store no address for the hot wallet. */
async function senderOf(tx: Tx, networkCode: string, address: string) {
  return { networkCode, fromAddress: (await isHotWallet(tx, address)) ? null : address };
}
