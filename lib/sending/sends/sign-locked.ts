import { randomUUID } from "node:crypto";
import type { SignedTransfer, UnsignedTransfer } from "@/lib/chains/spending";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { lockFreeCoins } from "@/lib/money-in/deposits/coins-repo";
import type { Engine } from "@/lib/sending/sends/engine";
import { printSpends } from "@/lib/sending/sends/outgoing";
import type { NewOutgoing } from "@/lib/sending/sends/outgoing-write-repo";
import { type PreparedSend, type Signers, signWith } from "@/lib/sending/sends/prepare-send";
import type { BlockedSends, Blocker } from "@/lib/sending/sends/send";
import { findShortage } from "@/lib/sending/sends/send-custody";
import { accountSource, feeOf, nativeAmount, requestOf } from "@/lib/sending/sends/send-terms";
import { lockSigningAccount, type SigningAccount } from "@/lib/sending/sends/signing-account";
import { FIRST_VERSION, type LockedPrepared, type Signed, storeSigned } from "@/lib/sending/sends/store-signed";
import { findAboveCap } from "@/lib/sending/sends/validate-routes";

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

type NotSigned = Exclude<SignOutcome, { kind: "signed" }>;

export type By = { readonly signers: Signers; readonly signal: AbortSignal };

/**
 * Requires the stop lock and the locks of the sends, which are queued and leave one account. Writes
 * only those for which it returns `signed`.
 */
export async function signLocked(
  tx: Tx,
  engine: Engine,
  all: readonly LockedPrepared[],
  by: By,
): Promise<SignOutcome[]> {
  if (all.length === 0) return [];
  const account = await lockSigningAccount(tx, engine, all);
  const done: Signed[] = [];
  const outcomes: SignOutcome[] = [];
  for (const prepared of all) {
    const outcome = await signNext(tx, engine, { account, prepared }, by);
    if ("outgoing" in outcome) {
      account.take(prepared);
      done.push(outcome);
      outcomes.push({ kind: "signed", outgoingId: outcome.outgoing.id, signed: outcome.signed });
    } else outcomes.push(outcome);
  }
  await storeSigned(tx, engine.networkCode, done);
  return outcomes;
}

type Next = { readonly account: SigningAccount; readonly prepared: LockedPrepared };

/** Decides and signs the account's next transaction; nothing of it is written. */
async function signNext(tx: Tx, engine: Engine, { account, prepared }: Next, by: By): Promise<Signed | NotSigned> {
  const { sends, terms, fee } = prepared;
  const state = await account.stateFor(prepared);
  if (state.isStopped) return blockedBy({ reason: "stopped", detail: "sending is stopped" });
  if (state.inFlight >= engine.inFlightMax) return { kind: "full" };
  const shortage = findShortage(state, sends, feeOf(terms, fee));
  if (shortage !== null) return blockedBy(shortage);
  const aboveCap = await findAboveCap(tx, engine.rules, state.left, sends);
  if (aboveCap.size > 0) return { kind: "some-blocked", blocked: aboveCap };
  const nonce = account.nonce();
  const unsigned = await build(engine, prepared, nonce, by.signal);
  const coins = unsigned.spends.kind === "coins" ? unsigned.spends.coins : [];
  if (coins.length > 0 && !(await lockFreeCoins(tx, engine.networkCode, coins))) return { kind: "gone" };
  const signed = await engine.driver.assemble(unsigned, signWith(by.signers, unsigned.signingRequests));
  return { prepared, coins, signed, outgoing: toOutgoing(engine.networkCode, prepared, nonce, signed) };
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

function toOutgoing(
  networkCode: string,
  { sends, terms, fee }: PreparedSend,
  nonce: bigint | null,
  signed: SignedTransfer,
): NewOutgoing {
  const first = {
    version: FIRST_VERSION,
    transactionId: signed.transactionId,
    raw: signed.raw,
    spends: printSpends(signed.spends),
    feeTerms: fee.terms,
    feePriority: fee.priority,
    feeExpected: nativeAmount(fee.expectedUnits, terms),
    feeMax: nativeAmount(fee.maximumUnits, terms),
  };
  const sendIds = sends.map((send) => send.id);
  const { address: fromAddress, feePayer } = terms;
  return { id: randomUUID(), networkCode, fromAddress, feePayer, nonce, sendIds, first };
}

function blockedBy(blocker: Blocker): NotSigned {
  return { kind: "blocked", blocker };
}
