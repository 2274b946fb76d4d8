import { chunk } from "@/lib/kernel/chunk";
import { log } from "@/lib/kernel/log";
import { withTrace } from "@/lib/kernel/work-context";
import type { ToBroadcast } from "@/lib/sending/sends/broadcast-sends";
import { deferSend } from "@/lib/sending/sends/defer-send";
import type { Engine } from "@/lib/sending/sends/engine";
import type { PreparedSend } from "@/lib/sending/sends/prepare-send";
import { postpone } from "@/lib/sending/sends/repo";
import type { Blocker, Send } from "@/lib/sending/sends/send";
import type { SignOutcome } from "@/lib/sending/sends/sign-locked";
import { signSend, signSends } from "@/lib/sending/sends/sign-send";

/** Number of transactions signed in one database transaction, which holds their locks briefly. */
const SIGNED_AT_ONCE = 50;

/** A send, and what is to be signed for it. */
export type Ready = { readonly send: Send; readonly prepared: PreparedSend };

/**
 * Signs sends in order, those of one account together. `signed` is called for each that is signed
 * and stored. One that is blocked is deferred, one that fails is postponed: neither blocks the
 * others.
 */
export async function signEach(
  engine: Engine,
  ready: readonly Ready[],
  signed: (item: ToBroadcast) => void,
  signal: AbortSignal,
): Promise<void> {
  const full = new Set<string>();
  for (const together of groupByAccount(ready)) {
    const [sender = ""] = together.map(({ prepared }) => prepared.terms.address);
    if (full.has(sender)) continue;
    const outcomes = await signTogether(engine, together, signal);
    for (const [index, { send }] of together.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === "full") full.add(sender);
      if (outcome?.kind === "signed") signed({ ...outcome, lead: send });
    }
  }
}

/** The sends of each account in their order, in groups that are signed together. */
function groupByAccount(ready: readonly Ready[]): (readonly Ready[])[] {
  const accounts = new Map<string, Ready[]>();
  for (const one of ready) {
    const { address } = one.prepared.terms;
    const own = accounts.get(address);
    if (own === undefined) accounts.set(address, [one]);
    else own.push(one);
  }
  return [...accounts.values()].flatMap((own) => chunk(own, SIGNED_AT_ONCE));
}

/**
 * Signs sends of one account together; if that fails, one after the other, so that none blocks the
 * others. Returns the outcomes in order, null for a send that was postponed after an error.
 */
async function signTogether(
  engine: Engine,
  ready: readonly Ready[],
  signal: AbortSignal,
): Promise<(SignOutcome | null)[]> {
  const outcomes = ready.length > 1 ? await trySignTogether(engine, ready, signal) : null;
  const settled: (SignOutcome | null)[] = [];
  for (const [index, { send, prepared }] of ready.entries()) {
    const alone = () => signAlone(engine, send, prepared, signal);
    const outcome = outcomes === null ? await withTrace(send.purposeId, alone) : (outcomes[index] ?? null);
    const blocker = outcome === null ? null : blockerOf(outcome, send);
    if (blocker !== null) await withTrace(send.purposeId, () => deferOrPostpone(engine, send, blocker, signal));
    settled.push(outcome);
    // The others would find the same.
    if (outcomes === null && outcome?.kind === "full") break;
  }
  return settled;
}

/** Returns null when they are to be signed alone. */
async function trySignTogether(
  engine: Engine,
  ready: readonly Ready[],
  signal: AbortSignal,
): Promise<SignOutcome[] | null> {
  try {
    return await signSends(
      engine,
      ready.map(({ prepared }) => prepared),
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    log().warn({ network: engine.networkCode, sends: ready.length, err: error }, "sends are signed one by one");
    return null;
  }
}

/** Returns null when the send was postponed after an error. */
async function signAlone(
  engine: Engine,
  send: Send,
  prepared: PreparedSend,
  signal: AbortSignal,
): Promise<SignOutcome | null> {
  try {
    return await signSend(engine, prepared, signal);
  } catch (error) {
    await postponeAfter(error, engine, send, signal);
    return null;
  }
}

/** Never throws, unless the caller aborts. */
export async function deferOrPostpone(
  engine: Engine,
  send: Send,
  blocker: Blocker,
  signal: AbortSignal,
): Promise<void> {
  try {
    await deferSend(send, blocker, engine.timing);
  } catch (error) {
    await postponeAfter(error, engine, send, signal);
  }
}

/** A send that fails does not block the others. */
async function postponeAfter(error: unknown, engine: Engine, send: Send, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  log().error({ network: engine.networkCode, send: send.id, err: error }, "a send could not be signed");
  await postpone([send.id], new Date(Date.now() + engine.timing.retryMs));
}

/**
 * Returns why this send, which would have been sent alone, was blocked; null when it was sent or is
 * retried.
 */
export function blockerOf(outcome: SignOutcome, { id }: Send): Blocker | null {
  if (outcome.kind === "blocked") return outcome.blocker;
  return outcome.kind === "some-blocked" ? (outcome.blocked.get(id) ?? null) : null;
}
