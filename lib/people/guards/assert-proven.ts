import { AsyncLocalStorage } from "node:async_hooks";
import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError, invariant } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { isFresh } from "@/lib/people/identity/session-life";
import { addUnconfirmedSpend, type SessionRow } from "@/lib/people/identity/sessions-repo";

/**
 * What is known about the user behind a request. `shown`: identity confirmed within the last
 * quarter of an hour. With an id: not confirmed recently in that session. `unsaid`: the operation
 * does not declare that it moves money.
 */
export type Proof = "shown" | "unsaid" | { readonly sessionId: string };

/**
 * Available throughout a user's request, like the caller's IP address: a command that moves money
 * reads it here, so no code path can forget to pass it on.
 */
const proofs = new AsyncLocalStorage<Proof>();

export function proofOf({ id, confirmedAt }: Pick<SessionRow, "id" | "confirmedAt">, now: Date): Proof {
  return isFresh(confirmedAt, now) ? "shown" : { sessionId: id };
}

/** Runs the work of a request with this proof of identity. */
export function withProof<Result>(proof: Proof, work: () => Promise<Result>): Promise<Result> {
  return proofs.run(proof, work);
}

/** Null if no user makes the request: in the worker, and in calls signed with a key. */
function shownProof(): Proof | null {
  return proofs.getStore() ?? null;
}

/** What somebody is about to move. Each value is computed only if it matters. */
export type Move = {
  /** In US dollars; null if unknown. */
  readonly worth: () => Promise<Decimal | null>;
  /** Whether the destination received money of the same owner long before. */
  readonly isKnown: () => Promise<boolean>;
};

/**
 * Requires that the user confirmed their identity within the last quarter of an hour before money
 * moves. Whoever stole the session cannot confirm. Calls signed with a key and the worker are
 * exempt.
 * @throws AppError `confirmation_needed`: the browser asks for it, and sends the same request again
 */
export function assertProven(): void {
  if (unprovenSession() !== null) throw confirmationNeeded();
}

/**
 * The same, except for small amounts to a known destination: all such moves of a session since its
 * last confirmation are worth at most `SMALL_MOVES_USD`. They are summed in the command's
 * transaction, so that concurrent ones are counted one after the other, and what was rolled back
 * does not count.
 * @throws AppError `confirmation_needed`: the transaction must be rolled back
 */
export async function assertProvenUnlessSmall(tx: Tx, { worth, isKnown }: Move): Promise<void> {
  const sessionId = unprovenSession();
  if (sessionId === null) return;
  const limit = decimal(env().SMALL_MOVES_USD);
  const valueUsd = await worth();
  if (valueUsd === null || valueUsd.gt(limit) || !(await isKnown())) throw confirmationNeeded();
  if (!(await addUnconfirmedSpend(tx, sessionId, valueUsd, limit))) throw confirmationNeeded();
}

export function confirmationNeeded(): AppError {
  return new AppError("confirmation_needed", "Confirm your identity to continue.");
}

function unprovenSession(): string | null {
  const proof = shownProof();
  if (proof === null || proof === "shown") return null;
  invariant(proof !== "unsaid", "an operation that moves money has a gate that says so: fresh or freshForMoney");
  return proof.sessionId;
}
