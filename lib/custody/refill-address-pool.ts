import { setImmediate as breathe } from "node:timers/promises";
import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-keys";
import type { KeyTree } from "@/lib/custody/key-tree";
import { SeedMismatchError } from "@/lib/custody/open-seed";
import {
  countAllFree,
  countFreeAddresses,
  type DerivedAddress,
  findLastAddress,
  insertAddresses,
  insertWithheldAddresses,
} from "@/lib/custody/repo";

/**
 * One key takes about half a millisecond; after this many the worker's other work gets its turn.
 */
const BATCH_SIZE = 50;

export type PoolMarks = {
  /** Target number of free addresses. */
  readonly size: number;
  /** Nothing happens while at least this many are free. */
  readonly refillBelow: number;
};

/**
 * Derives addresses until the family has `size` free ones, continuing above the highest index, so
 * that no index is ever used twice. Safe with several workers: they derive the same addresses and
 * the table stores each once. Returns how many this call added. Throws SeedMismatchError when the
 * stored addresses do not belong to this seed.
 */
export async function refillAddressPool(
  keys: KeyTree,
  family: AddressFamily,
  marks: PoolMarks,
  signal?: AbortSignal,
): Promise<number> {
  if ((await countFreeAddresses(family)) >= marks.refillBelow) return 0;
  let added = 0;
  for (;;) {
    const missing = marks.size - (await countFreeAddresses(family));
    if (missing <= 0) return added;
    const nextIndex = await findNextIndex(keys, family);
    const count = Math.min(BATCH_SIZE, missing);
    added += await insertAddresses(deriveBatch(keys, family, nextIndex, count));
    await breathe();
    signal?.throwIfAborted();
  }
}

/**
 * Refills several families at once; while none of them runs low this takes one statement. @throws
 * the first error of any family
 */
export async function refillAddressPools(
  keys: KeyTree,
  families: readonly AddressFamily[],
  marks: PoolMarks,
  signal: AbortSignal,
): Promise<void> {
  const free = await countAllFree();
  const low = families.filter((family) => (free.get(family) ?? 0) < marks.refillBelow);
  const outcomes = await Promise.allSettled(low.map((family) => refillAddressPool(keys, family, marks, signal)));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

async function findNextIndex(keys: KeyTree, family: AddressFamily): Promise<number> {
  const last = await findLastAddress(family);
  if (last === null) return 0;
  const expected = keys.addressOf({ family, role: "deposit", index: last.derivationIndex });
  if (expected !== last.address) {
    throw new SeedMismatchError(`the ${family} addresses of this database belong to another seed`);
  }
  return last.derivationIndex + 1;
}

/**
 * Derives `count` addresses from index `from` on and stores them as assigned, without an owner:
 * deposits to them become cases. Safe to repeat.
 */
export async function withholdAddresses(
  keys: KeyTree,
  family: AddressFamily,
  { from, count }: { readonly from: number; readonly count: number },
  signal: AbortSignal,
): Promise<void> {
  for (let done = 0; done < count; done += BATCH_SIZE) {
    signal.throwIfAborted();
    await insertWithheldAddresses(deriveBatch(keys, family, from + done, Math.min(BATCH_SIZE, count - done)));
    await breathe();
  }
}

function deriveBatch(keys: KeyTree, family: AddressFamily, from: number, count: number): readonly DerivedAddress[] {
  return Array.from({ length: count }, (_, offset) => {
    const derivationIndex = from + offset;
    const address = keys.addressOf({ family, role: "deposit", index: derivationIndex });
    return { family, derivationIndex, address, addressKey: toAddressKey(family, address) };
  });
}
