import type { ChainShape } from "@/lib/chains/contract/shape";
import type { ChainDriver } from "@/lib/chains/driver";
import type { Asset, Destination } from "@/lib/chains/facts";
import type { SigningRequest, SpendSource } from "@/lib/chains/spending";

export type Payment = { readonly to: Destination; readonly asset: Asset; readonly units: bigint };
export type Holding = { readonly asset: Asset; readonly units: bigint };

/**
 * A chain under the control of the contract suite, with the driver that looks at it. What a chain cannot do
 * is null, and the suite leaves out the cases that need it. Blocks come only from `mine` and `reorganise`.
 */
export type ChainRig = {
  readonly shape: ChainShape;
  readonly driver: ChainDriver;
  /** A driver for another chain pointed at this node. */
  readonly misconfigured: ChainDriver;
  /** A token whose symbol and decimals the node tells, and one that no catalog lists. */
  readonly token: { readonly asset: Asset; readonly symbol: string; readonly decimals: number } | null;
  readonly unknownToken: Asset | null;
  readonly addresses: {
    /** Text as typed, and its canonical form. */
    readonly valid: readonly (readonly [text: string, canonical: string])[];
    readonly invalid: readonly string[];
  };
  /** A new place to be paid at, holding nothing. */
  readonly createOwner: () => Promise<Destination>;
  /** A stranger pays all of these in one transaction, which waits in the mempool. Answers its id. */
  readonly pay: (payments: readonly Payment[]) => Promise<string>;
  /** A transaction that gets into a block and moves nothing. */
  readonly payInVain: ((payment: Payment) => Promise<string>) | null;
  readonly mine: (blocks: number) => Promise<void>;
  /**
   * Replaces the newest `depth` blocks by as many others, which hold nothing but the transactions named,
   * all in the last of them and after at least one transaction more than before.
   */
  readonly reorganise: ((depth: number, reinclude: readonly string[]) => Promise<void>) | null;
  /** From now on the node refuses log or block ranges wider than this; null: no limit. */
  readonly limitRange: ((blocks: number | null) => void) | null;
  /** A funded account or coins of ours, ready to spend, mined. */
  readonly openSource: (holdings: readonly Holding[]) => Promise<SpendSource>;
  /** Plays custody for the owners and sources made here. */
  readonly sign: (requests: readonly SigningRequest[]) => Promise<readonly Uint8Array[]>;
  /** Mines until everything that is unsigned or waiting now has expired. */
  readonly expire: (() => Promise<void>) | null;
  readonly stop: () => Promise<void>;
};

export type MakeRig = () => Promise<ChainRig>;

export const NATIVE: Asset = { kind: "native" };
