import { it } from "vitest";
import type { ChainRig } from "@/lib/chains/contract/rig";

/** Capabilities that some cases of the suite need and not every chain has. */
const NEEDS = {
  expiry: ({ expire }) => expire !== null,
  "failed transactions": ({ payInVain }) => payInVain !== null,
  memos: ({ shape }) => shape === "shared-memo",
  "range limits": ({ limitRange }) => limitRange !== null,
  reorganisations: ({ reorganise }) => reorganise !== null,
  replacements: ({ driver, abilities }) => driver.features.spending !== "expiring" && abilities.replacement,
  senders: ({ abilities }) => abilities.senders,
  "separate signing": ({ abilities }) => abilities.separateSigning,
  "several outputs": ({ driver }) => driver.features.outputsMax >= 2,
  "pending transfers": ({ abilities }) => abilities.pendingTransfers,
  "status of pending transfers": ({ driver, abilities }) =>
    driver.mempoolStatusByEach !== undefined && driver.features.spending === "coins" && abilities.replacement,
  tokens: ({ token, unknownToken }) => token !== null && unknownToken !== null,
  "zero transfers": ({ abilities }) => abilities.zeroTransfers,
} as const satisfies Readonly<Record<string, (rig: ChainRig) => boolean>>;

export type ChainNeed = keyof typeof NEEDS;

/**
 * Returns the capabilities that a rig lacks; each driver's test lists them, and the suite compares
 * the list with the rig.
 */
export function findMissing(rig: ChainRig): readonly ChainNeed[] {
  return (Object.keys(NEEDS) as ChainNeed[]).filter((need) => !NEEDS[need](rig)).sort();
}

/**
 * Registers a case unless the chain lacks the capability: an impossible case does not count as a
 * skipped test.
 */
export function itNeeds(need: ChainNeed, missing: readonly ChainNeed[], name: string, run: () => Promise<void>): void {
  if (!missing.includes(need)) it(name, run);
}

/**
 * Returns a value that the rig must have because the case needs it. @throws Error where it is
 * missing
 */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error("the rig lacks what its list of lacks does not name");
  return value;
}
