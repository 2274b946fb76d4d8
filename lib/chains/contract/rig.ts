import type { ChainShape } from "@/lib/chains/contract/shape";
import type { ChainDriver } from "@/lib/chains/driver";
import type { Asset, Destination } from "@/lib/chains/facts";
import type { SigningRequest, SpendSource } from "@/lib/chains/spending";

export type Payment = { readonly to: Destination; readonly asset: Asset; readonly units: bigint };
export type Holding = { readonly asset: Asset; readonly units: bigint };

/** What the suite's amounts are on this chain, in base units of the native asset. */
export type RigAmounts = {
  /**
   * The suite pays small whole numbers of this; above the chain's dust and what a new account must
   * hold.
   */
  readonly scale: bigint;
  /** Covers amount and fee of every case; not more than a source can be given. */
  readonly plenty: bigint;
};

/** In what chains differ beyond the features of their drivers. */
export type RigAbilities = {
  /** A node shows what it was handed before it is in a block, and says so when it gets it again. */
  readonly mempool: boolean;
  /** The driver tells what waits for destinations of ours. */
  readonly pendingTransfers: boolean;
  /** A second transaction on the same nonce or coins gets in when it pays more. */
  readonly replacement: boolean;
  /** Transfers of nothing are taken. */
  readonly zeroTransfers: boolean;
  /** Nodes tell balances of the past. */
  readonly pastBalances: boolean;
  /**
   * What one transaction pays carries its id everywhere; false where each receiver's own
   * transaction is the fact.
   */
  readonly sharedIds: boolean;
  /** Block zero bears the genesis hash; false where that hash is of what came before any block. */
  readonly genesisBlock: boolean;
  /**
   * Two payments of one transaction to one account are two facts; false where only what the account
   * gained by it is one.
   */
  readonly separateOutputs: boolean;
  /**
   * Custody answers what the driver asks to be signed; false where a wallet service with keys of
   * its own signs what it makes.
   */
  readonly separateSigning: boolean;
  /** A transfer tells whose account or coins paid for it, where that was one address. */
  readonly senders: boolean;
};

/** Accounts whose chain has a mempool, prices that outbid each other and states of the past. */
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
 * A chain under the control of the contract suite, with the driver that looks at it. What a chain
 * cannot do is null, and the suite leaves out the cases that need it. Blocks come only from `mine`
 * and `reorganise`.
 */
export type ChainRig = {
  readonly shape: ChainShape;
  readonly amounts: RigAmounts;
  readonly abilities: RigAbilities;
  readonly driver: ChainDriver;
  /** A driver for another chain pointed at this node. */
  readonly misconfigured: ChainDriver;
  /** A token whose symbol and decimals the node tells, and one that no catalog lists. */
  readonly token: { readonly asset: Asset; readonly symbol: string; readonly decimals: number } | null;
  readonly unknownToken: Asset | null;
  /** Addresses at which code decides what becomes of money; none where senders are no accounts. */
  readonly contracts: readonly string[];
  readonly addresses: {
    /** Text as typed, and its canonical form. */
    readonly valid: readonly (readonly [text: string, canonical: string])[];
    readonly invalid: readonly string[];
  };
  /** A new place to be paid at, holding nothing. */
  readonly createOwner: () => Promise<Destination>;
  /**
   * A stranger pays all of these in one transaction, which waits for the next block. Answers its
   * id, or null where only the block that takes it gives the receiver's transaction one.
   */
  readonly pay: (payments: readonly Payment[]) => Promise<string | null>;
  /** A transaction that gets into a block and moves nothing. */
  readonly payInVain: ((payment: Payment) => Promise<string>) | null;
  readonly mine: (blocks: number) => Promise<void>;
  /**
   * Replaces the newest `depth` blocks by as many others, which hold nothing but the transactions
   * named, all in the last of them and after at least one transaction more than before.
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
