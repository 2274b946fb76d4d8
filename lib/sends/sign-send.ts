import { randomUUID } from "node:crypto";
import { clearAlarm } from "@/lib/alarms/raise-alarm";
import type { SignedTransfer } from "@/lib/chains/spending";
import { type Tx, withTransaction } from "@/lib/db";
import { lockAccount } from "@/lib/sends/accounts-repo";
import { commitToFlight } from "@/lib/sends/commit-to-flight";
import type { Engine, Signer } from "@/lib/sends/engine";
import type { Hindrance } from "@/lib/sends/hindrance";
import { findShortage } from "@/lib/sends/hot-balance";
import { insertOutgoing } from "@/lib/sends/outgoing-repo";
import type { PreparedSend } from "@/lib/sends/prepare-send";
import { lockSend } from "@/lib/sends/repo";
import type { Send } from "@/lib/sends/send";
import { sendOwner } from "@/lib/sends/send-owner";
import { nativeAmount, requestOf } from "@/lib/sends/send-terms";
import { readSigningState } from "@/lib/sends/signing-repo";
import { shareStopLock } from "@/lib/sends/stop-lock-repo";

export type SignOutcome =
  | { readonly kind: "signed"; readonly outgoingId: string; readonly signed: SignedTransfer }
  | { readonly kind: "hindered"; readonly hindrance: Hindrance }
  /** Cancelled, or signed by another worker meanwhile. */
  | { readonly kind: "gone" }
  /** As many as may be are on their way. */
  | { readonly kind: "full" };

const FIRST_VERSION = 1;

/**
 * The one moment at which money is decided to leave: in one transaction the send gets its nonce, its bytes are signed and stored, and the
 * books have what it carries and may cost in flight. Nothing is handed to a node here. Two workers cannot both do it: the send's
 * and the account's rows are locked, and the database takes each nonce and each send once.
 */
export async function signSend(engine: Engine, prepared: PreparedSend, signal: AbortSignal): Promise<SignOutcome> {
  const signer = await engine.findSigner(prepared.terms.address);
  const owner = sendOwner(prepared.send.purpose);
  return withTransaction(async (tx) => {
    await shareStopLock(tx, prepared.send.networkCode);
    const held = await owner.held?.(tx, prepared.send.purposeId);
    if (held) return { kind: "hindered", hindrance: held };
    await owner.lock(tx, prepared.send.purposeId);
    const send = await lockSend(tx, prepared.send);
    if (send.status !== "queued") return { kind: "gone" };
    const { address, nativeCurrency } = prepared.terms;
    const nonce = await lockAccount(tx, send.networkCode, address);
    const state = await readSigningState(tx, send, address, nativeCurrency);
    if (state.isStopped) return hindered("stopped", "sending is stopped");
    if (state.inFlight >= engine.inFlightMax) return { kind: "full" };
    const shortage = findShortage(state, send, feeOf(prepared));
    if (shortage !== null) return { kind: "hindered", hindrance: shortage };
    const signed = await build(engine, prepared, nonce, { signer, signal });
    const outgoingId = await store(tx, { ...prepared, send }, nonce, signed);
    const sending: Send = { ...send, status: "sending", waitReason: null, refusalCount: 0, outgoingId };
    if (send.waitReason !== null) await endWait(tx, owner.waits, sending);
    await owner.signed(tx, sending, signed.transactionId);
    return { kind: "signed", outgoingId, signed };
  });
}

/** Pure on chains with nonces: no node is asked. */
async function build(
  { driver }: Engine,
  { terms, fee }: PreparedSend,
  nonce: bigint,
  by: { signer: Signer; signal: AbortSignal },
): Promise<SignedTransfer> {
  const unsigned = await driver.prepareTransfer(requestOf(terms, nonce), fee, by.signal);
  return driver.assemble(unsigned, by.signer(unsigned.signingRequests));
}

async function store(tx: Tx, prepared: PreparedSend, nonce: bigint, signed: SignedTransfer): Promise<string> {
  const { send, terms, fee } = prepared;
  const id = randomUUID();
  const { networkCode } = send;
  const max = nativeAmount(fee.maximumUnits, terms);
  const first = {
    version: FIRST_VERSION,
    transactionId: signed.transactionId,
    raw: signed.raw,
    feeTerms: fee.terms,
    feePriority: fee.priority,
    feeExpected: nativeAmount(fee.expectedUnits, terms),
    feeMax: max,
  };
  await insertOutgoing(tx, { id, networkCode, fromAddress: terms.address, nonce, sendId: send.id, first });
  const fees = { currency: terms.nativeCurrency, amount: max };
  await commitToFlight(tx, { outgoingId: id, version: FIRST_VERSION, send, carried: send.amount, fee: fees });
  return id;
}

async function endWait(tx: Tx, tell: (tx: Tx, send: Send, reason: null) => Promise<void>, send: Send): Promise<void> {
  await tell(tx, send, null);
  for (const kind of ["fee-above-quote", "send-refused"] as const) await clearAlarm(tx, { kind, subject: send.id });
}

function feeOf({ terms, fee }: PreparedSend) {
  return { currency: terms.nativeCurrency, max: nativeAmount(fee.maximumUnits, terms) };
}

function hindered(reason: Hindrance["reason"], detail: string): SignOutcome {
  return { kind: "hindered", hindrance: { reason, detail } };
}
