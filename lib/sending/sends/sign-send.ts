import { type Tx, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { withSharedTransaction } from "@/lib/kernel/share-transaction";
import { traced } from "@/lib/kernel/tracing/traced";
import { preloadRates } from "@/lib/pricing/rates/queries";
import { shareStopLock } from "@/lib/sending/sends/accounts-repo";
import type { Engine, Signer } from "@/lib/sending/sends/engine";
import { findSigners, type PreparedSend } from "@/lib/sending/sends/prepare-send";
import type { BlockedSends, Blocker, Send } from "@/lib/sending/sends/send";
import { forEachOwner, lockSends, sendOwner } from "@/lib/sending/sends/send-owner";
import { stepOf } from "@/lib/sending/sends/send-steps";
import { type SignOutcome, signLocked } from "@/lib/sending/sends/sign-locked";
import type { LockedPrepared } from "@/lib/sending/sends/store-signed";
import { validateRoutes } from "@/lib/sending/sends/validate-routes";

/**
 * A prepared transaction that expires loses this much of its validity, and the chain's responses
 * are this old.
 */
const PREPARED_MS_MAX = 20_000;

/**
 * The only place where money is committed to leave: in one database transaction the sends get their
 * nonces or UTXOs, the bytes are signed and stored, and the books post what they carry and may cost
 * to in-flight custody. Nothing is broadcast here. Two workers cannot both do it: the rows of the
 * sends, the account and the UTXOs are locked, and the database accepts each nonce, each UTXO and
 * each send only once.
 */
export async function signSend(engine: Engine, prepared: PreparedSend, signal: AbortSignal): Promise<SignOutcome> {
  const [outcome] = await signSends(engine, [prepared], signal);
  invariant(outcome, "each has an outcome");
  return outcome;
}

/**
 * Like {@link signSend} for several transactions of one account, in the given order: each is
 * decided with the books, nonce and cap that the signed ones before it leave. Returns their
 * outcomes in order.
 * @throws also when only one of them fails, or another transaction keeps a lock: then none is
 *   signed, and each is to be signed alone
 */
export function signSends(engine: Engine, all: readonly PreparedSend[], signal: AbortSignal): Promise<SignOutcome[]> {
  const step = stepOf(
    "sign",
    engine.networkCode,
    all.flatMap(({ sends }) => sends),
  );
  return traced(step, async (set) => {
    const outcomes = await signAll(engine, all, signal);
    set({ "chaintill.outcome": [...new Set(outcomes.map(({ kind }) => kind))].join(",") });
    const [only, ...others] = outcomes;
    if (only?.kind === "signed" && others.length === 0) set({ "chaintill.outgoing_id": only.outgoingId });
    return outcomes;
  });
}

async function signAll(engine: Engine, all: readonly PreparedSend[], signal: AbortSignal): Promise<SignOutcome[]> {
  const astray = new Map<string, Blocker>();
  const signers = new Map<string, Signer>();
  for (const prepared of all) {
    const blocked = await validateRoutes(engine, prepared, signal);
    for (const [id, blocker] of blocked) astray.set(id, blocker);
    // A signer of a send that goes astray may not exist.
    if (blocked.size > 0) continue;
    for (const [address, signer] of await findSigners(engine, prepared)) signers.set(address, signer);
  }
  await preloadRates();
  const sign = async (tx: Tx): Promise<SignOutcome[]> => {
    const blocked = new Map(astray);
    const block = (more: BlockedSends) => {
      for (const [id, blocker] of more) blocked.set(id, blocker);
    };
    const isFree = ({ sends }: PreparedSend) => sends.every(({ id }) => !blocked.has(id));
    const freeSends = () => all.filter(isFree).flatMap(({ sends }) => sends);
    await shareStopLock(tx, engine.networkCode);
    block(await findAllHeld(tx, freeSends()));
    // Runs before locking: the proving records are never removed while a send is queued, and a
    // missing owner cannot be locked.
    block(await findUnverified(tx, freeSends()));
    const locked = new Map((await lockSends(tx, freeSends())).map((send) => [send.id, send]));
    const toSign = all.flatMap((prepared): LockedPrepared[] => {
      const sends = prepared.sends.flatMap(({ id }) => locked.get(id) ?? []);
      const isQueued = sends.length > 0 && sends.every(({ status }) => status === "queued");
      return isFree(prepared) && isQueued && !isStale(prepared) ? [{ ...prepared, sends }] : [];
    });
    const outcomes = await signLocked(tx, engine, toSign, { signers, signal });
    const byLead = new Map(toSign.map(({ sends }, index) => [sends[0]?.id, outcomes[index]]));
    return all.map((prepared): SignOutcome => {
      const own = prepared.sends.flatMap(({ id }) => {
        const blocker = blocked.get(id);
        return blocker === undefined ? [] : [[id, blocker] as const];
      });
      if (own.length > 0) return { kind: "some-blocked", blocked: new Map(own) };
      return byLead.get(prepared.sends[0]?.id) ?? { kind: "gone" };
    });
  };
  return all.length > 1 ? await withSharedTransaction(sign) : await withTransaction(sign);
}

async function findAllHeld(tx: Tx, sends: readonly Send[]): Promise<BlockedSends> {
  const found = await forEachOwner(tx, sends, async (owner, { purposeId }) => owner.held?.(tx, purposeId));
  return new Map([...found].flatMap(([id, blocker]) => (blocker == null ? [] : [[id, blocker] as const])));
}

function isStale({ unsigned, preparedAtMs }: PreparedSend): boolean {
  return unsigned !== null && performance.now() - preparedAtMs > PREPARED_MS_MAX;
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
