import { randomUUID } from "node:crypto";
import type { SignedTransfer, UnsignedTransfer } from "@/lib/chains/spending";
import { clearAlarmsAbout } from "@/lib/kernel/alarms/raise-alarm";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { traced } from "@/lib/kernel/tracing/traced";
import { giveCoins, lockFreeCoins } from "@/lib/money-in/deposits/coins-repo";
import { preloadRates } from "@/lib/pricing/rates/queries";
import { lockAccount, shareStopLock } from "@/lib/sending/sends/accounts-repo";
import type { Engine } from "@/lib/sending/sends/engine";
import { printSpends, sumOf } from "@/lib/sending/sends/outgoing";
import { insertOutgoing } from "@/lib/sending/sends/outgoing-repo";
import { findSigners, type PreparedSend, type Signers, signWith } from "@/lib/sending/sends/prepare-send";
import type { BlockedSends, Blocker, Send } from "@/lib/sending/sends/send";
import { SEND_ALARMS } from "@/lib/sending/sends/send-alarms";
import { commitToFlight, findShortage } from "@/lib/sending/sends/send-custody";
import { type LockedSend, lockSends, sendOwner } from "@/lib/sending/sends/send-owner";
import { stepOf } from "@/lib/sending/sends/send-steps";
import { accountSource, feeOf, nativeAmount, requestOf } from "@/lib/sending/sends/send-terms";
import { readSigningState } from "@/lib/sending/sends/signing-repo";
import { findAboveCap, forCap, validateRoutes } from "@/lib/sending/sends/validate-routes";

export type SignOutcome =
  | { readonly kind: "signed"; readonly outgoingId: string; readonly signed: SignedTransfer }
  /** All of them together are blocked. */
  | { readonly kind: "blocked"; readonly blocker: Blocker }
  /** Some of them are blocked, each for its own reason. */
  | { readonly kind: "some-blocked"; readonly blocked: BlockedSends }
  /**
   * Cancelled, signed by another worker, its UTXOs assigned elsewhere, or its terms too old: it is
   * retried.
   */
  | { readonly kind: "gone" }
  /** The maximum number of transactions is in flight. */
  | { readonly kind: "full" };

const FIRST_VERSION = 1;
/**
 * A prepared transaction that expires loses this much of its validity, and the chain's responses
 * are this old.
 */
const PREPARED_MS_MAX = 20_000;

/**
 * The only place where money is committed to leave: in one database transaction the sends get their
 * nonce or UTXOs, the bytes are signed and stored, and the books post what they carry and may cost
 * to in-flight custody. Nothing is broadcast here. Two workers cannot both do it: the rows of the
 * sends, the account and the UTXOs are locked, and the database accepts each nonce, each UTXO and
 * each send only once.
 */
export function signSend(engine: Engine, prepared: PreparedSend, signal: AbortSignal): Promise<SignOutcome> {
  return traced(stepOf("sign", engine.networkCode, prepared.sends), async (set) => {
    const outcome = await sign(engine, prepared, signal);
    set({ "chaintill.outcome": outcome.kind });
    if (outcome.kind === "signed") set({ "chaintill.outgoing_id": outcome.outgoingId });
    return outcome;
  });
}

async function sign(engine: Engine, prepared: PreparedSend, signal: AbortSignal): Promise<SignOutcome> {
  const astray = await validateRoutes(engine, prepared, signal);
  if (astray.size > 0) return { kind: "some-blocked", blocked: astray };
  const signers = await findSigners(engine, prepared);
  await preloadRates();
  return withTransaction(async (tx) => {
    await shareStopLock(tx, engine.networkCode);
    const held = await findAllHeld(tx, prepared.sends);
    if (held.size > 0) return { kind: "some-blocked", blocked: held };
    // Runs before locking: the proving records are never removed while a send is queued, and a
    // missing owner cannot be locked.
    const unverified = await findUnverified(tx, prepared.sends);
    if (unverified.size > 0) return { kind: "some-blocked", blocked: unverified };
    const sends = await lockSends(tx, prepared.sends);
    if (isStale(prepared) || sends.some(({ status }) => status !== "queued")) return { kind: "gone" };
    return await signLocked(tx, engine, { ...prepared, sends }, { signers, signal });
  });
}

async function findAllHeld(tx: Tx, sends: readonly Send[]): Promise<BlockedSends> {
  const held = new Map<string, Blocker>();
  for (const { id, purpose, purposeId } of sends) {
    const blocker = await sendOwner(purpose).held?.(tx, purposeId);
    if (blocker) held.set(id, blocker);
  }
  return held;
}

function isStale({ unsigned, preparedAtMs }: PreparedSend): boolean {
  return unsigned !== null && performance.now() - preparedAtMs > PREPARED_MS_MAX;
}

export type LockedPrepared = PreparedSend & { readonly sends: readonly LockedSend[] };
export type By = { readonly signers: Signers; readonly signal: AbortSignal };

/**
 * Requires the stop lock and the locks of the sends, which are queued. Has written nothing unless
 * it returns `signed`.
 */
export async function signLocked(tx: Tx, engine: Engine, prepared: LockedPrepared, by: By): Promise<SignOutcome> {
  const { sends, terms } = prepared;
  const [lead] = sends;
  invariant(lead, "a transaction carries a send");
  const hasNonces = engine.driver.features.spending === "nonce";
  const nonce = await lockAccount(tx, engine.networkCode, terms.address, hasNonces);
  // The holder of this lock waits for no other account. It prevents two concurrent sweeps from
  // using the same remaining balance of the hot wallet.
  if (terms.feePayer !== null) await lockAccount(tx, engine.networkCode, terms.feePayer, hasNonces);
  const state = await readSigningState(tx, lead, terms, forCap(engine.rules, null));
  if (state.isStopped) return blockedBy({ reason: "stopped", detail: "sending is stopped" });
  if (state.inFlight >= engine.inFlightMax) return { kind: "full" };
  const shortage = findShortage(state, sends, feeOf(terms, prepared.fee));
  if (shortage !== null) return blockedBy(shortage);
  const aboveCap = await findAboveCap(tx, engine.rules, state.left, sends);
  if (aboveCap.size > 0) return { kind: "some-blocked", blocked: aboveCap };
  const unsigned = await build(engine, prepared, nonce, by.signal);
  const coins = unsigned.spends.kind === "coins" ? unsigned.spends.coins : [];
  if (coins.length > 0 && !(await lockFreeCoins(tx, engine.networkCode, coins))) return { kind: "gone" };
  const signed = await engine.driver.assemble(unsigned, signWith(by.signers, unsigned.signingRequests));
  const outgoingId = await store(tx, prepared, nonce, signed);
  await giveCoins(tx, engine.networkCode, coins, outgoingId);
  for (const send of sends) await notifyOwner(tx, send, outgoingId, signed.transactionId);
  return { kind: "signed", outgoingId, signed };
}

/**
 * Pure on chains with nonces, without a request to a node; elsewhere the simulated transaction is
 * used.
 */
async function build(
  engine: Engine,
  { terms, fee, unsigned }: PreparedSend,
  nonce: bigint | null,
  signal: AbortSignal,
): Promise<UnsignedTransfer> {
  if (unsigned !== null) return unsigned;
  invariant(nonce !== null, `${terms.address} has nonces`);
  return engine.driver.prepareTransfer(requestOf(terms, accountSource(engine, terms, nonce)), fee, signal);
}

async function store(
  tx: Tx,
  { sends, terms, fee }: PreparedSend,
  nonce: bigint | null,
  signed: SignedTransfer,
): Promise<string> {
  const [lead] = sends;
  invariant(lead, "a transaction carries a send");
  const id = randomUUID();
  const { networkCode } = lead;
  const max = nativeAmount(fee.maximumUnits, terms);
  const first = {
    version: FIRST_VERSION,
    transactionId: signed.transactionId,
    raw: signed.raw,
    spends: printSpends(signed.spends),
    feeTerms: fee.terms,
    feePriority: fee.priority,
    feeExpected: nativeAmount(fee.expectedUnits, terms),
    feeMax: max,
  };
  const sendIds = sends.map((send) => send.id);
  const { address: fromAddress, feePayer } = terms;
  await insertOutgoing(tx, { id, networkCode, fromAddress, feePayer, nonce, sendIds, first });
  const fees = { currency: terms.nativeCurrency, amount: max, payer: feePayer };
  await commitToFlight(tx, { outgoingId: id, version: FIRST_VERSION, lead, carried: sumOf(sends), fee: fees });
  return id;
}

async function notifyOwner(tx: Tx, send: LockedSend, outgoingId: string, transactionId: string): Promise<void> {
  const owner = sendOwner(send.purpose);
  const sending: Send = { ...send, status: "sending", waitReason: null, refusalCount: 0, outgoingId };
  if (send.waitReason !== null) {
    await owner.waits(tx, sending, null);
    await clearAlarmsAbout(tx, send.id, SEND_ALARMS);
  }
  await owner.signed(tx, sending, transactionId);
}

function blockedBy(blocker: Blocker): SignOutcome {
  return { kind: "blocked", blocker };
}

/**
 * Returns which of these lack a required record, according to their owners: one query per purpose.
 */
async function findUnverified(tx: Tx, sends: readonly Send[]): Promise<BlockedSends> {
  const blocked = new Map<string, Blocker>();
  for (const purpose of new Set(sends.map((send) => send.purpose))) {
    const own = sends.filter((send) => send.purpose === purpose);
    for (const [id, detail] of await sendOwner(purpose).unverified(tx, own)) {
      blocked.set(id, { reason: "unverified", detail });
    }
  }
  return blocked;
}
