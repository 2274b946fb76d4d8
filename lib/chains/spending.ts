import type { Asset, BlockReference, CoinName, Destination, NodeAnswer } from "@/lib/chains/facts";

/** Fee levels of the machine API; a chain without levels answers the same estimate for each. */
export type FeePriority = "economy" | "recommended" | "high" | "highest";

/** One unspent output: `index` is the position of the deposit or change that made it. */
export type Coin = {
  readonly transactionId: string;
  readonly index: number;
  readonly units: bigint;
  /** Canonical address whose key unlocks it. */
  readonly address: string;
};

/**
 * What a transaction spends. `nonce` families: one account and the nonce the caller reserved.
 * `coins` families: the coins the driver may select from and where the rest goes (null: no change,
 * whatever is left over is fee). `expiring` families: one account, no number; the transaction dies
 * by time instead.
 */
export type SpendSource =
  | { readonly kind: "nonce"; readonly address: string; readonly nonce: bigint }
  | {
      readonly kind: "coins";
      readonly candidates: readonly Coin[];
      /** Coins that must be among the inputs: a replacement repeats the inputs of the first. */
      readonly required: readonly Coin[];
      readonly changeAddress: string | null;
    }
  | {
      readonly kind: "expiring";
      readonly address: string;
      /**
       * Another account that pays the fee and signs as well, where `features.feePayer` is "any":
       * the address needs nothing of the native asset. Accounts of the address that the transaction
       * leaves empty are closed, and give what they held for their place to the payer.
       */
      readonly feePayer?: string;
    };

export type TransferOutput = {
  readonly to: Destination;
  readonly asset: Asset;
  /** Base units that arrive, more than zero. */
  readonly units: bigint;
};

/** One transaction to build. More than `features.outputsMax` outputs are refused. */
export type TransferRequest = {
  readonly source: SpendSource;
  readonly outputs: readonly TransferOutput[];
};

/**
 * What a transaction will cost, in base units of the chain's native asset. `terms` is the driver's
 * own text (gas price, fee rate), stored with the quote so that building uses the very terms that
 * were shown.
 */
export type FeeEstimate = {
  readonly priority: FeePriority;
  /** Less what accounts that it closes give back: below zero where that is more. */
  readonly expectedUnits: bigint;
  /** The built transaction never costs more than this; a builder that would need more throws. */
  readonly maximumUnits: bigint;
  readonly terms: string;
};

/** Coins that are to become one. */
export type JoiningRequest = {
  /** What to begin with comes first. */
  readonly candidates: readonly Coin[];
  /** Of ours, that gets all of it. */
  readonly address: string;
  readonly priority: FeePriority;
  /** Somebody waits for it: also while fees are high. */
  readonly isUrgent: boolean;
};

/** No more than `units`, in base units, from so many accounts at most. */
export type MovableAtOnce = { readonly units: bigint; readonly accountsMax: number };

/**
 * What a payment costs at a rate: each coin that it spends, and all the rest of it at its largest.
 */
export type CoinCosts = { readonly inputUnits: bigint; readonly restUnits: bigint };

/**
 * Exactly these coins, all of them, for one output of `units`: what they hold above that is the
 * fee.
 */
export type Joining = { readonly coins: readonly Coin[]; readonly units: bigint; readonly fee: FeeEstimate };

/**
 * `secp256k1`: `message` is the 32-byte digest, the signature is r, s (low) and one recovery byte.
 * `ed25519`: `message` is the whole message, the signature has 64 bytes; on TON, whose addresses do
 * not show the key that owns them, the 32 bytes of the public key follow. `monero`: `message` is an
 * unsigned transaction set of the view-only wallet, the signature the signed set.
 */
export type SigningScheme = "secp256k1" | "ed25519" | "monero";

/** Names the key by the address it owns; the driver knows no paths and never sees a key. */
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
      /** Empty where a wallet service keeps its coins to itself. */
      readonly coins: readonly Coin[];
      /**
       * What the transaction publishes of such coins, each of which can be in the chain once
       * (Monero).
       */
      readonly keyImages?: readonly string[] | undefined;
    }
  | {
      readonly kind: "expiring";
      /** Chain time or height (the driver's own scale) after which it cannot be included. */
      readonly validUntil: bigint;
    };

/** A transfer of ours that its nodes do not know any more, although its coins are spent. */
export type MalleatedSearch = {
  /** Oldest first. */
  readonly versions: readonly SignedTransfer[];
  /** It cannot be in an earlier block. */
  readonly since: Date;
};

/**
 * How much of a chain is searched at once: its latest blocks, each time anew, or all of them, in
 * parts that take so long at most.
 */
export type MalleatedSearchLimits = { readonly blocksMax: number } | { readonly partMsMax: number };

/**
 * The same transaction under another id: its signatures were changed on the way, which changes
 * nothing that it does.
 */
export type Malleated = {
  readonly transactionId: string;
  readonly raw: Uint8Array;
  /** Which version of ours it is, by its id. */
  readonly of: string;
};

/**
 * What a node's chain says of it: `none` only when something else is seen to have spent its coins,
 * or every block was read back to before it was signed; `unclear` when the search ended before
 * that, and `unfinished` when it goes on where it stopped, the next time it is asked for.
 */
export type MalleatedSearchResult =
  | { readonly kind: "found"; readonly malleated: Malleated }
  | { readonly kind: "none" }
  | { readonly kind: "unclear" | "unfinished"; readonly reason: string };

export type UnsignedTransfer = {
  /** The driver's own encoding; only `assemble` and `simulate` of the same family read it. */
  readonly payload: string;
  /** Each to be answered by one signature, in this order. */
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
 * `lacksFee`: whoever pays does not hold what amount and fee may take of the native asset;
 * otherwise the chain itself said no.
 */
export type Simulation =
  | { readonly succeeds: true }
  | { readonly succeeds: false; readonly reason: string; readonly lacksFee: boolean };

/** The node has the transaction now; every value is a success, repeating changes nothing. */
export type BroadcastOutcome = "accepted" | "already-known" | "already-included";

/**
 * Whether a transaction may still move money:
 * - `included`: it is in the chain, at this block;
 * - `possible`: it, or nothing yet, can take the nonce or inputs: rebroadcast the same bytes;
 * - `impossible`: proven dead at the asked depth, on a node that had reached it: its expiry has
 *   passed, or another transaction took its nonce or inputs. Only this answer allows an independent
 *   second one;
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
       * Transactions that made coins of it, and that this node has nowhere: if one of them is dead,
       * so is this one. Never empty.
       */
      readonly lost?: readonly string[];
    };

/**
 * What is known of a transaction when it is asked whether it may still move money: its bytes where
 * they are kept.
 */
export type SentTransfer = Pick<SignedTransfer, "transactionId"> & {
  readonly raw?: Uint8Array;
  readonly spends:
    | Exclude<Spends, { kind: "coins" }>
    | (Omit<Extract<Spends, { kind: "coins" }>, "coins"> & { readonly coins: readonly CoinName[] });
};

/**
 * An account's next nonce: in the last block, and with what this node's own mempool holds on top.
 * Of the nodes that were asked, only some may have answered: whoever wants to rely on a low count
 * wants to have heard all of them.
 */
export type AccountNonce = {
  readonly included: bigint;
  readonly pending: bigint;
  readonly answered: number;
  readonly asked: number;
};

/**
 * The half of a driver that moves money out. Building and signing are separate: the driver makes
 * digests, custody answers them, the driver assembles. No method decides whether to pay.
 */
export interface ChainSpending {
  /**
   * What this request costs now; `replaces` makes it high enough to replace that estimate's
   * transaction.
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
   * How some of these coins become one, in a transaction that nodes relay; null when that is not
   * worth its fee, or fees are too high for it now. Left out where transactions spend no coins that
   * the caller knows.
   */
  joinCoins?(request: JoiningRequest, signal: AbortSignal): Promise<Joining | null>;
  /** What a payment to one destination costs now. Left out where `joinCoins` is. */
  coinCosts?(priority: FeePriority, signal: AbortSignal): Promise<CoinCosts>;
  /**
   * What one transaction can take of an asset of an address whose parts lie on several accounts
   * there; null: all of it. Left out where an address is one account.
   */
  movableAtOnce?(address: string, asset: Asset, signal: AbortSignal): Promise<MovableAtOnce | null>;
  /**
   * Whether today's estimate (which replaces nothing) asks for more than an earlier one offers, by
   * any price that decides about blocks.
   */
  outbids(today: FeeEstimate, earlier: FeeEstimate): boolean;
  /**
   * Runs it without sending, as its signers, on the newest state. Only what the chain itself says
   * is a refusal.
   * @throws ChainUnavailableError when no node could tell
   */
  simulate(unsigned: UnsignedTransfer, signal: AbortSignal): Promise<Simulation>;
  /** Pure: no node is asked. Throws when a signature is not by the signer of its request. */
  assemble(unsigned: UnsignedTransfer, signatures: readonly Uint8Array[]): Promise<SignedTransfer>;
  /**
   * Hands the bytes to every healthy node. Idempotent: already known and already mined are success.
   * Throws TransactionRefusedError when refused, ChainUnavailableError when the outcome is unknown.
   */
  broadcast(signed: SignedTransfer, signal: AbortSignal): Promise<BroadcastOutcome>;
  /**
   * What spent the coins of a transfer in the latest blocks, if that is the transfer itself under
   * another id; null when it is anything else, or is not found. Left out where nobody can give a
   * transaction another id.
   */
  findMalleated?(search: MalleatedSearch, blocksMax: number, signal: AbortSignal): Promise<Malleated | null>;
  /**
   * The same by each node's own chain, in all of its blocks back to when it was signed. A search
   * that takes longer than `partMsMax` is unfinished, and goes on where it stopped when it is asked
   * for again of the same driver. Left out where `findMalleated` is.
   */
  findMalleatedByEach?(
    search: MalleatedSearch,
    partMsMax: number,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<MalleatedSearchResult>[]>;
  /**
   * Some of the coins that a transaction spends, proven by its bytes: of any node that still has
   * them, be it in a block that was replaced. Null when none has. Left out where transactions spend
   * no coins that all can see.
   */
  coinsSpentBy?(transactionId: string, signal: AbortSignal): Promise<readonly CoinName[] | null>;
  /**
   * Null for families without nonces. The highest value any node reports: a lagging node cannot
   * lower it.
   */
  accountNonce(address: string, signal: AbortSignal): Promise<AccountNonce | null>;
  /**
   * The most careful verdict of all nodes that answer. `confirmations` is the depth at which a
   * competing transaction or a passed expiry counts as final. The bytes are given where they are
   * known: some chains show by them alone that a transaction may have been taken.
   * @throws ChainUnavailableError when none answers
   */
  canStillConfirm(transfer: SentTransfer, confirmations: number, signal: AbortSignal): Promise<Confirmability>;
  /**
   * Each node's own verdict, at its own head: what allows a second payment needs more than one
   * word.
   */
  canStillConfirmByEach(
    transfer: SentTransfer,
    confirmations: number,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<Confirmability>[]>;
}
