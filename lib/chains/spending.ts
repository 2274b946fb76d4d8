import type { Asset, BlockReference, CoinName, Destination, NodeAnswer } from "@/lib/chains/facts";

/** Fee levels of the machine API; a chain without levels returns the same estimate for each. */
export type FeePriority = "economy" | "recommended" | "high" | "highest";

/** One unspent output: `index` is the position of the deposit or change that created it. */
export type Coin = {
  readonly transactionId: string;
  readonly index: number;
  readonly units: bigint;
  /** Canonical address whose key unlocks it. */
  readonly address: string;
};

/**
 * What a transaction spends. `nonce` families: one account and the nonce that the caller reserved.
 * `coins` families: the coins that the driver may select from and the change address (null: no
 * change, the leftover goes to the fee). `expiring` families: one account, no nonce; the
 * transaction expires instead.
 */
export type SpendSource =
  | { readonly kind: "nonce"; readonly address: string; readonly nonce: bigint }
  | {
      readonly kind: "coins";
      readonly candidates: readonly Coin[];
      /** Coins that must be among the inputs: a replacement repeats the inputs of the original. */
      readonly required: readonly Coin[];
      readonly changeAddress: string | null;
    }
  | {
      readonly kind: "expiring";
      readonly address: string;
      /**
       * Another account that pays the fee and signs too, where `features.feePayer` is "any": the
       * address then needs none of the native asset. Accounts of the address that the transaction
       * empties are closed, and their rent goes to the fee payer.
       */
      readonly feePayer?: string;
    };

export type TransferOutput = {
  readonly to: Destination;
  readonly asset: Asset;
  /** Base units that arrive, always positive. */
  readonly units: bigint;
};

/** One transaction to build. More than `features.outputsMax` outputs are rejected. */
export type TransferRequest = {
  readonly source: SpendSource;
  readonly outputs: readonly TransferOutput[];
};

/**
 * The cost of a transaction, in base units of the chain's native asset. `terms` is the driver's own
 * text (gas price, fee rate), stored with the quote so that building uses exactly the displayed
 * terms.
 */
export type FeeEstimate = {
  readonly priority: FeePriority;
  /** Minus what is returned by accounts that it closes: negative where that is more. */
  readonly expectedUnits: bigint;
  /** The built transaction never costs more than this; a builder that would need more throws. */
  readonly maximumUnits: bigint;
  readonly terms: string;
};

/** Coins to consolidate into one. */
export type JoiningRequest = {
  /** In order of preference. */
  readonly candidates: readonly Coin[];
  /** Our address, which receives everything. */
  readonly address: string;
  readonly priority: FeePriority;
  /** Something is waiting for it: consolidates also while fees are high. */
  readonly isUrgent: boolean;
};

/** At most `units`, in base units, from at most this many accounts. */
export type MovableAtOnce = { readonly units: bigint; readonly accountsMax: number };

/** The cost of a payment at a rate: per coin spent, and the rest of it at its maximum size. */
export type CoinCosts = { readonly inputUnits: bigint; readonly restUnits: bigint };

/** Exactly these coins, all of them, for one output of `units`: the difference is the fee. */
export type Joining = { readonly coins: readonly Coin[]; readonly units: bigint; readonly fee: FeeEstimate };

/**
 * `secp256k1`: `message` is the 32-byte digest, the signature is r, s (low) and one recovery byte.
 * `ed25519`: `message` is the whole message, the signature has 64 bytes; on TON, whose addresses do
 * not reveal their key, the 32 bytes of the public key follow. `monero`: `message` is an unsigned
 * transaction set of the view-only wallet, the signature the signed set.
 */
export type SigningScheme = "secp256k1" | "ed25519" | "monero";

/** Identifies the key by the address it owns; the driver knows no paths and never sees a key. */
export type SigningRequest = {
  readonly signer: string;
  readonly scheme: SigningScheme;
  readonly message: Uint8Array;
};

/** What makes a second copy harmless: the resource that only one transaction can consume. */
export type Spends =
  | { readonly kind: "nonce"; readonly address: string; readonly nonce: bigint }
  | {
      readonly kind: "coins";
      /** Empty where a wallet service does not reveal its coins. */
      readonly coins: readonly Coin[];
      /**
       * The key images that the transaction publishes of such coins, each of which can be in the
       * chain only once (Monero).
       */
      readonly keyImages?: readonly string[] | undefined;
    }
  | {
      readonly kind: "expiring";
      /** Chain time or height (the driver's own scale) after which it cannot be included. */
      readonly validUntil: bigint;
    };

/** A transfer of ours that its nodes no longer know, although its coins are spent. */
export type MalleatedSearch = {
  /** Oldest first. */
  readonly versions: readonly SignedTransfer[];
  /** It cannot be in an earlier block. */
  readonly since: Date;
};

/**
 * How much of a chain is searched per call: its latest blocks, from the start each time, or all of
 * them, in parts of at most this duration.
 */
export type MalleatedSearchLimits = { readonly blocksMax: number } | { readonly partMsMax: number };

/**
 * The same transaction under another id: its signatures were changed in transit, which does not
 * change its effects.
 */
export type Malleated = {
  readonly transactionId: string;
  readonly raw: Uint8Array;
  /** Id of our version that it corresponds to. */
  readonly of: string;
};

/**
 * The search result on a node's chain: `none` only when something else has spent its coins, or
 * every block was read back to the time of signing; `unclear` when the search ended before that,
 * and `unfinished` when the next call resumes it.
 */
export type MalleatedSearchResult =
  | { readonly kind: "found"; readonly malleated: Malleated }
  | { readonly kind: "none" }
  | { readonly kind: "unclear" | "unfinished"; readonly reason: string };

export type UnsignedTransfer = {
  /** The driver's own encoding; only `assemble` and `simulate` of the same family read it. */
  readonly payload: string;
  /** Each needs one signature, in this order. */
  readonly signingRequests: readonly SigningRequest[];
  readonly spends: Spends;
  readonly fee: FeeEstimate;
};

/** Store all of it before broadcasting. The id is known without any node. */
export type SignedTransfer = {
  readonly raw: Uint8Array;
  readonly transactionId: string;
  readonly spends: Spends;
};

/**
 * `lacksFee`: the payer does not hold the native asset that amount and fee may take; otherwise the
 * chain itself rejected it.
 */
export type Simulation =
  | { readonly succeeds: true }
  | { readonly succeeds: false; readonly reason: string; readonly lacksFee: boolean };

/** The node has the transaction now; every value is a success, and repeating changes nothing. */
export type BroadcastOutcome = "accepted" | "already-known" | "already-included";

/**
 * Whether a transaction may still move money:
 * - `included`: it is in the chain, at this block;
 * - `possible`: it, or nothing yet, can take the nonce or inputs: rebroadcast the same bytes;
 * - `impossible`: proven dead at the requested depth, on a node that had reached it: its expiry has
 *   passed, or another transaction took its nonce or inputs. Only this verdict allows an
 *   independent second one;
 * - `unproven`: the node cannot tell (it lags, or the competing transaction is not deep enough):
 *   wait.
 */
export type Confirmability =
  | { readonly verdict: "included"; readonly block: BlockReference; readonly succeeded: boolean }
  | { readonly verdict: "possible" }
  | { readonly verdict: "impossible"; readonly reason: "expired" | "spent" }
  | {
      readonly verdict: "unproven";
      readonly reason: string;
      /**
       * Transactions that created coins of it and that this node does not have: if one of them is
       * dead, so is this one. Never empty.
       */
      readonly lost?: readonly string[];
    };

/**
 * What is known of a transaction when checking whether it may still move money: including its bytes
 * where they are stored.
 */
export type SentTransfer = Pick<SignedTransfer, "transactionId"> & {
  readonly raw?: Uint8Array;
  readonly spends:
    | Exclude<Spends, { kind: "coins" }>
    | (Omit<Extract<Spends, { kind: "coins" }>, "coins"> & { readonly coins: readonly CoinName[] });
};

/**
 * An account's next nonce: in the last block, and including this node's own mempool. Only some of
 * the queried nodes may have answered: to rely on a low count, require an answer of all of them.
 */
export type AccountNonce = {
  readonly included: bigint;
  readonly pending: bigint;
  readonly answered: number;
  readonly asked: number;
};

/**
 * The half of a driver that moves money out. Building and signing are separate: the driver computes
 * digests, custody signs them, the driver assembles. No method decides whether to pay.
 */
export interface ChainSpending {
  /**
   * Estimates the current cost of this request; `replaces` makes it high enough to replace that
   * estimate's transaction.
   */
  estimateFee(
    input: {
      readonly request: TransferRequest;
      readonly priority: FeePriority;
      readonly replaces: FeeEstimate | null;
    },
    signal: AbortSignal,
  ): Promise<FeeEstimate>;
  /**
   * Builds exactly the request within the estimate. Throws TransactionRefusedError("funds") when
   * the coins do not suffice.
   */
  prepareTransfer(request: TransferRequest, fee: FeeEstimate, signal: AbortSignal): Promise<UnsignedTransfer>;
  /**
   * Plans a transaction within the relay limits that consolidates some of these coins; null when
   * that is not worth its fee, or fees are currently too high. Left out where transactions do not
   * spend coins known to the caller.
   */
  joinCoins?(request: JoiningRequest, signal: AbortSignal): Promise<Joining | null>;
  /** Returns the current cost of a payment to one destination. Left out where `joinCoins` is. */
  coinCosts?(priority: FeePriority, signal: AbortSignal): Promise<CoinCosts>;
  /**
   * Returns how much of an asset one transaction can take from an address that holds it on several
   * accounts; null: all of it. Left out where an address is one account.
   */
  movableAtOnce?(address: string, asset: Asset, signal: AbortSignal): Promise<MovableAtOnce | null>;
  /**
   * Returns whether today's estimate (without a replacement) asks for more than an earlier one
   * offers, in any price that affects inclusion.
   */
  outbids(today: FeeEstimate, earlier: FeeEstimate): boolean;
  /**
   * Simulates it without sending, as its signers, on the latest state. Only the chain's own
   * rejection counts as a failure.
   * @throws ChainUnavailableError when no node could tell
   */
  simulate(unsigned: UnsignedTransfer, signal: AbortSignal): Promise<Simulation>;
  /** Pure: no node is queried. Throws when a signature is not by the signer of its request. */
  assemble(unsigned: UnsignedTransfer, signatures: readonly Uint8Array[]): Promise<SignedTransfer>;
  /**
   * Sends the bytes to every healthy node. Idempotent: already known and already mined are success.
   * Throws TransactionRefusedError when refused, ChainUnavailableError when the outcome is unknown.
   */
  broadcast(signed: SignedTransfer, signal: AbortSignal): Promise<BroadcastOutcome>;
  /**
   * Finds the transaction that spent a transfer's coins in the latest blocks, if it is the same
   * transfer under another id; null when it is another one, or is not found. Left out where a
   * transaction's id cannot be changed.
   */
  findMalleated?(search: MalleatedSearch, blocksMax: number, signal: AbortSignal): Promise<Malleated | null>;
  /**
   * Searches each node's own chain, through all of its blocks back to the time of signing. A search
   * that takes longer than `partMsMax` is unfinished, and the next call on the same driver resumes
   * it. Left out where `findMalleated` is.
   */
  findMalleatedByEach?(
    search: MalleatedSearch,
    partMsMax: number,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<MalleatedSearchResult>[]>;
  /**
   * Returns some of the coins that a transaction spends, proven by its bytes, from any node that
   * still has them, even in a replaced block. Null when none has. Left out where transactions do
   * not spend publicly visible coins.
   */
  coinsSpentBy?(transactionId: string, signal: AbortSignal): Promise<readonly CoinName[] | null>;
  /**
   * Null for families without nonces. Returns the highest value of any node: a lagging node cannot
   * lower it.
   */
  accountNonce(address: string, signal: AbortSignal): Promise<AccountNonce | null>;
  /**
   * Returns the most conservative verdict of all nodes that answer. `confirmations` is the depth at
   * which a competing transaction or a passed expiry counts as final. The bytes are passed where
   * they are known: some chains reveal only through them that a transaction may have been accepted.
   * @throws ChainUnavailableError when none answers
   */
  canStillConfirm(transfer: SentTransfer, confirmations: number, signal: AbortSignal): Promise<Confirmability>;
  /**
   * Returns each node's own verdict, at its own head: allowing a second payment needs more than one
   * attestation.
   */
  canStillConfirmByEach(
    transfer: SentTransfer,
    confirmations: number,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<Confirmability>[]>;
}
