import type { Coin, SignedTransfer } from "@/lib/chains/spending";
import { clearAlarmsAbout } from "@/lib/kernel/alarms/raise-alarm";
import { runBatch } from "@/lib/kernel/batch";
import { crashPoint } from "@/lib/kernel/crash-point";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { giveCoins } from "@/lib/money-in/deposits/coins-repo";
import { sumOf } from "@/lib/sending/sends/outgoing";
import { insertOutgoing, type NewOutgoing } from "@/lib/sending/sends/outgoing-write-repo";
import type { PreparedSend } from "@/lib/sending/sends/prepare-send";
import type { LockedSend } from "@/lib/sending/sends/repo";
import type { Send } from "@/lib/sending/sends/send";
import { SEND_ALARMS } from "@/lib/sending/sends/send-alarms";
import { commitToFlight } from "@/lib/sending/sends/send-custody";
import { forEachOwner } from "@/lib/sending/sends/send-owner";

export const FIRST_VERSION = 1;

export type LockedPrepared = PreparedSend & { readonly sends: readonly LockedSend[] };

/** A transaction that is signed, and not stored yet. */
export type Signed = {
  readonly prepared: LockedPrepared;
  readonly outgoing: NewOutgoing;
  readonly coins: readonly Coin[];
  readonly signed: SignedTransfer;
};

/** Writes what was signed: the transactions, then their entries and the news for their owners. */
export async function storeSigned(tx: Tx, networkCode: string, done: readonly Signed[]): Promise<void> {
  if (done.length === 0) return;
  await insertOutgoing(
    tx,
    done.map(({ outgoing }) => outgoing),
  );
  for (const { coins, outgoing } of done) await giveCoins(tx, networkCode, coins, outgoing.id);
  await runBatch(
    tx,
    done.map((one) => () => commit(tx, one)),
  );
  const carriers = new Map(done.flatMap((one) => one.prepared.sends.map(({ id }) => [id, one] as const)));
  const sends = done.flatMap(({ prepared }) => prepared.sends);
  await forEachOwner(tx, sends, async (owner, send) => {
    const carrier = carriers.get(send.id);
    invariant(carrier, "a signed send has its transaction");
    const outgoingId = carrier.outgoing.id;
    const sending: Send = { ...send, status: "sending", waitReason: null, refusalCount: 0, outgoingId };
    if (send.waitReason !== null) {
      await owner.waits(tx, sending, null);
      await clearAlarmsAbout(tx, send.id, SEND_ALARMS);
    }
    await owner.signed(tx, sending, carrier.signed.transactionId);
  });
  crashPoint("send:stored");
}

function commit(tx: Tx, { prepared, outgoing }: Signed): Promise<void> {
  const [lead] = prepared.sends;
  invariant(lead, "a transaction carries a send");
  const { id: outgoingId, feePayer: payer, first } = outgoing;
  const fee = { currency: prepared.terms.nativeCurrency, amount: first.feeMax, payer };
  return commitToFlight(tx, { outgoingId, version: FIRST_VERSION, lead, carried: sumOf(prepared.sends), fee });
}
