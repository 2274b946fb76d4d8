import { AsyncLocalStorage } from "node:async_hooks";
import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError, invariant } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { isFresh } from "@/lib/people/identity/session-life";
import { addUnconfirmedSpend, type SessionRow } from "@/lib/people/identity/sessions-repo";

/**
 * What is known of who is there. `shown`: it is the person, within the last quarter of an hour.
 * With an id: nobody has shown it lately in that session. `unsaid`: the operation does not say that
 * it moves money.
 */
export type Proof = "shown" | "unsaid" | { readonly sessionId: string };

/**
 * At hand wherever the work of a person's request goes, as the caller's address is: a command that
 * moves money asks here, and cannot be reached by a way that forgot to hand it on.
 */
const proofs = new AsyncLocalStorage<Proof>();

export function proofOf({ id, confirmedAt }: Pick<SessionRow, "id" | "confirmedAt">, now: Date): Proof {
  return isFresh(confirmedAt, now) ? "shown" : { sessionId: id };
}

/** Does the work of a request of somebody who has shown this much. */
export function withProof<Result>(proof: Proof, work: () => Promise<Result>): Promise<Result> {
  return proofs.run(proof, work);
}

/** Null where no person asks: in the worker, and in calls that a key has signed. */
function shownProof(): Proof | null {
  return proofs.getStore() ?? null;
}

/** What somebody is about to move. Each is asked only where it decides. */
export type Move = {
  /** In US dollars; null while nobody knows. */
  readonly worth: () => Promise<Decimal | null>;
  /** Whether it goes where money of the same owner went long before. */
  readonly isKnown: () => Promise<boolean>;
};

/**
 * Money moves only after the person has shown within the last quarter of an hour who they are.
 * Whoever stole the session has nothing to show. Calls that a key has signed and the worker are not
 * asked.
 * @throws AppError `confirmation_needed`: the browser asks, and sends the same request again
 */
export function assertProven(): void {
  if (unprovenSession() !== null) throw confirmationNeeded();
}

/**
 * The same, but for a little that goes to a known destination: all such moves of a session since
 * its last proof are worth at most `SMALL_MOVES_USD`. They are summed up in the command's
 * transaction, so that those of one moment are counted one after the other, and what was not done
 * does not count.
 * @throws AppError `confirmation_needed`: the transaction is to be rolled back
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
