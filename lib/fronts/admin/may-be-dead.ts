const SECOND_MS = 1_000;

/** Even on the quickest chain no other transaction is deep enough sooner to prove that this one lost its nonce. */
export const DEAD_AFTER_MS = 60 * SECOND_MS;

type Signed = { readonly status: string; readonly versions: readonly { readonly signedAt: Date }[] };

/**
 * Whether it makes sense to ask the nodes if a transaction is dead: it was signed a while ago and is in no block. One that a block holds is
 * alive, one that was signed just now is on its way, and one that has ended needs no question.
 */
export function mayBeDead({ status, versions }: Signed, now: Date): boolean {
  const [first] = versions;
  return status === "signed" && first !== undefined && now.getTime() - first.signedAt.getTime() >= DEAD_AFTER_MS;
}
