import { AsyncLocalStorage } from "node:async_hooks";
import { isFresh } from "@/lib/merchants/session-life";
import type { SessionRow } from "@/lib/merchants/sessions-repo";

/**
 * What is known of who is there. `shown`: it is the person, within the last quarter of an hour. With an id: nobody has shown it lately in
 * that session. `unsaid`: the operation does not say that it moves money.
 */
export type Proof = "shown" | "unsaid" | { readonly sessionId: string };

/**
 * At hand wherever the work of a person's request goes, as the caller's address is: a command that moves money asks here, and cannot be
 * reached by a way that forgot to hand it on.
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
export function shownProof(): Proof | null {
  return proofs.getStore() ?? null;
}
