import type { ChainShape } from "@/lib/chains/contract/shape";
import type { ChainDriver } from "@/lib/chains/driver";
import type { Asset, Destination } from "@/lib/chains/facts";
import type { SigningRequest, SpendSource } from "@/lib/chains/spending";

export type Payment = { readonly to: Destination; readonly asset: Asset; readonly units: bigint };
export type Holding = { readonly asset: Asset; readonly units: bigint };

/** The amounts that the suite uses on this chain, in base units of the native asset. */
export type RigAmounts = {
  /**
   * The suite pays small integer multiples of this; above the chain's dust limit and the minimum of
   * a new account.
   */
  readonly scale: bigint;
  /** Covers amount and fee of every case; not more than a source can be funded with. */
  readonly plenty: bigint;
};

/** How chains differ beyond the features of their drivers. */
export type RigAbilities = {
  /**
   * A node shows a submitted transaction before it is in a block, and reports when it is submitted
   * again.
   */
  readonly mempool: boolean;
  /** The driver reports pending transfers to our destinations. */
  readonly pendingTransfers: boolean;
  /** A second transaction on the same nonce or coins is accepted when it pays more. */
  readonly replacement: boolean;
  /** Zero-value transfers are accepted. */
  readonly zeroTransfers: boolean;
  /** Nodes report historical balances. */
  readonly pastBalances: boolean;
  /**
   * All payments of one transaction carry its id; false where each receiver's own transaction is
   * recorded.
   */
  readonly sharedIds: boolean;
  /**
   * Block zero has the genesis hash; false where that hash identifies the state before any block.
   */
  readonly genesisBlock: boolean;
  /**
   * Two payments of one transaction to one account are two transfers; false where only the
   * account's total gain is one.
   */
  readonly separateOutputs: boolean;
  /**
   * Custody signs what the driver requests; false where a wallet service with its own keys signs
   * what it builds.
   */
  readonly separateSigning: boolean;
  /** A transfer reports whose account or coins paid for it, where that was one address. */
  readonly senders: boolean;
};

/** Account chains with a mempool, replacement by price and historical state. */
export const EVERY_ABILITY: RigAbilities = {
  mempool: true,
  pendingTransfers: true,
  replacement: true,
  zeroTransfers: true,
  pastBalances: true,
  sharedIds: true,
  genesisBlock: true,
  separateOutputs: true,
  separateSigning: true,
  senders: true,
};

/**
 * A chain controlled by the contract suite, with the driver that reads it. Capabilities that a
 * chain lacks are null, and the suite leaves out the cases that need them. Blocks come only from
 * `mine` and `reorganise`.
 */
export type ChainRig = {
  readonly shape: ChainShape;
  readonly amounts: RigAmounts;
  readonly abilities: RigAbilities;
  readonly driver: ChainDriver;
  /** A driver for another chain pointed at this node. */
  readonly misconfigured: ChainDriver;
  /** A token whose symbol and decimals the node reports, and one that no catalog lists. */
  readonly token: { readonly asset: Asset; readonly symbol: string; readonly decimals: number } | null;
  readonly unknownToken: Asset | null;
  /**
   * Addresses where code decides what happens to received money; empty where senders are not
   * accounts.
   */
  readonly contracts: readonly string[];
  readonly addresses: {
    /** Text as typed, and its canonical form. */
    readonly valid: readonly (readonly [text: string, canonical: string])[];
    readonly invalid: readonly string[];
  };
  /** Creates a new, empty destination. */
  readonly createOwner: () => Promise<Destination>;
  /**
   * Lets a third party pay all of these in one transaction, which is pending until the next block.
   * Returns its id, or null where the receiver's transaction gets an id only in its block.
   */
  readonly pay: (payments: readonly Payment[]) => Promise<string | null>;
  /** A transaction that is included in a block but moves nothing. */
  readonly payInVain: ((payment: Payment) => Promise<string>) | null;
  readonly mine: (blocks: number) => Promise<void>;
  /**
   * Replaces the newest `depth` blocks by the same number of others, which contain only the named
   * transactions, all in the last block and after at least one more transaction than before.
   */
  readonly reorganise: ((depth: number, reinclude: readonly string[]) => Promise<void>) | null;
  /** Makes the node refuse log or block ranges wider than this; null: no limit. */
  readonly limitRange: ((blocks: number | null) => void) | null;
  /** Opens a funded, confirmed account or coins of ours, ready to spend. */
  readonly openSource: (holdings: readonly Holding[]) => Promise<SpendSource>;
  /** Signs in place of custody for the owners and sources created here. */
  readonly sign: (requests: readonly SigningRequest[]) => Promise<readonly Uint8Array[]>;
  /** Mines until everything unsigned or pending has expired. */
  readonly expire: (() => Promise<void>) | null;
  readonly stop: () => Promise<void>;
};

export type MakeRig = () => Promise<ChainRig>;

export const NATIVE: Asset = { kind: "native" };
