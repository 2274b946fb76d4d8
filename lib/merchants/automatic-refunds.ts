const REST_MS = 24 * 60 * 60 * 1000;

/**
 * When refunds that payers ask for begin to go by themselves, where that was switched on at `since`: 24 hours later. Whoever took over an
 * owner's session and is a payer as well could otherwise turn the balance into refunds at once; in that time the owner can notice, and
 * every request waits for a person.
 */
export function automaticFrom(since: Date): Date {
  return new Date(since.getTime() + REST_MS);
}

/** Whether refunds that payers ask for go by themselves at this moment. */
export function isAutomatic({ automaticFrom: from }: { readonly automaticFrom: Date | null }, now: Date): boolean {
  return from !== null && from <= now;
}
