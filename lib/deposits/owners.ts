import { invariant } from "@/lib/errors";

/** Settles everything that belongs to one owner: books what is deep enough, reverses what is gone, moves the owner on. Safe to repeat. */
export type SettleOwner = (ownerId: string) => Promise<void>;

/** Stands for deposits to addresses that nobody was given; the id is the deposit's own. */
export const NO_OWNER = "none";

let settlers: Readonly<Record<string, SettleOwner>> = {};

/** Tells this folder whose deposits there are; called once by the worker's registry. */
export function setDepositOwners(owners: Readonly<Record<string, SettleOwner>>): void {
  settlers = owners;
}

/** @throws Error for a kind that nobody settles */
export async function settleOwner(kind: string, id: string): Promise<void> {
  const settle = settlers[kind];
  invariant(settle, `nobody settles deposits of ${kind}`);
  await settle(id);
}
