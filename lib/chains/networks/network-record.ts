import type { AddressFamily } from "@/lib/chains/address-family";

/**
 * Everything that is particular to one network, as reviewed, in one file a network beside this one.
 * `npm run networks` lists the files in `all-networks.ts` and writes the tables that follow from
 * them. What the figures mean and where they come from: docs/networks-sources.md.
 */
export type NetworkRecord = {
  /** Lower case letters; the name of the record's file. */
  readonly code: string;
  readonly name: string;
  readonly family: AddressFamily;
  /** How its transactions are ordered, as in a driver's features. */
  readonly kind: "nonce" | "coins" | "expiring";
  /** What wallets and exchanges call its tokens; null where it has none. */
  readonly tokenStandard: string | null;
  /** EIP-155; null outside the EVM family. */
  readonly chainId: bigint | null;
  readonly native: NativeCoin;
  readonly tokens: readonly TokenRecord[];
  readonly confirmations: Depth;
  /** Rounded up to whole seconds: it only paces polling and what is told to the payer. */
  readonly blockSeconds: number;
  /** A head older than this is a lagging node: well beyond the longest gap that chance makes. */
  readonly lagLimitSeconds: number;
  /** With `{txid}`, with `{address}`. */
  readonly explorer: { readonly transaction: string; readonly address: string };
  /**
   * What a browser wallet that lacks the network needs to add it: the node that its own people
   * publish (their documentation in November 2026). Null where none is needed or known.
   */
  readonly wallet: { readonly coinName: string; readonly rpcUrl: string } | null;
  /** Where nodes refuse a tip below a floor even when blocks are empty, in wei. */
  readonly tipFloorUnits?: bigint;
  /**
   * Who takes a fee for data beside gas. `op-stack`: the predeployed GasPriceOracle says how much,
   * and a receipt shows it as `l1Fee`. Arbitrum counts its data as gas and needs nothing here.
   */
  readonly dataFee?: "op-stack";
  /**
   * Least amount of the own coin that nodes pass on, or that a new account must hold to exist;
   * decimal text in the coin.
   */
  readonly dustLimit?: string;
  /**
   * Least fixed payout fee of a stable coin, in the coin: about what a transfer costs on an
   * ordinary day. The live estimate replaces it when it is higher, so it only keeps a quote from
   * being nothing. Other coins: the estimate alone.
   */
  readonly stablePayoutFee?: string;
  /** Destinations may carry a memo. */
  readonly hasMemo: boolean;
  /** The interface's `priority` is applied here. */
  readonly hasPriority: boolean;
  /** Position in lists; smaller is first. */
  readonly sortOrder: number;
  /**
   * What exchanges call it in their lists, best known first: a payer has to find the right line
   * among them. Names that say another network elsewhere (`ETH` for Arbitrum) are left out.
   */
  readonly exchangeNames: readonly string[];
  /** Null: `npm run up` cannot play it. */
  readonly sandbox: SandboxRecipe | null;
  readonly guide: Guide;
};

export type NativeCoin = {
  readonly currency: string;
  /** Base units: wei, satoshi, sun, lamport, nanoton, piconero. */
  readonly decimals: number;
  readonly withdrawal: Withdrawal | null;
};

export type TokenRecord = {
  readonly currency: string;
  /**
   * Canonical text of the network's family: EIP-55, base58check, base58, friendly bounceable TON
   * address.
   */
  readonly contract: string;
  /** What every source below gives for this address. */
  readonly decimals: number;
  /**
   * Where the contract was read: lists that are kept by different people and name the address
   * together with its decimals, pinned to the commit that was read. With fewer than two the token
   * is never offered.
   */
  readonly sources: readonly string[];
  readonly withdrawal: Withdrawal | null;
};

/** Where a typical value was read. */
export type WithdrawalSource =
  /**
   * Tables of guides for people who withdraw, several of which agree; read in November 2026, the
   * newest of June 2026.
   */
  | "guides 2026-06"
  /**
   * One large exchange's own list of all of its networks, as kept by a public repository in
   * July 2023.
   */
  | "listing 2023-07"
  /**
   * No list was found: several times what a transfer costs on an ordinary day, as exchanges price
   * their cheap networks.
   */
  | "estimate 2026-11";

/**
 * What exchanges usually take of a withdrawal and send at least; amounts as decimal text in the
 * coin. No exchange is bound to it. Chosen from the upper half of what is usual, since a fee that
 * is assumed too low leaves a payment short. Null where few exchanges withdraw the coin.
 */
export type Withdrawal = { readonly fee: string; readonly minimum: string; readonly source: WithdrawalSource };

export type Depth = {
  /** The block of the transaction itself counts as one. */
  readonly usual: number;
  /** What an operator may go down to, and no row of the database below it. At most `usual`. */
  readonly least: number;
  /** Who asks for as many, and what they stand for: Markdown, for docs/networks-sources.md. */
  readonly why: string;
};

export type SandboxRecipe = {
  /** Started unless `--chains` names others. */
  readonly isDefault: boolean;
  /** EVM: test tokens that are deployed there, with the decimals of the real ones. */
  readonly tokens?: readonly string[];
  /** Those of them whose `transfer` returns nothing, as the real one's does. */
  readonly silentTokens?: readonly string[];
};

/** Text for docs/networks.md and .env.example. */
export type Guide = {
  readonly node: string;
  readonly sandbox: string;
  /** What the tests run its driver against. */
  readonly testedAgainst: string;
  /** Examples of NODE_URLS_<CODE>. */
  readonly urls: readonly string[];
  /** Lines above the example, where it is the first of its kind. */
  readonly urlComment?: readonly string[];
  /**
   * EVM: what differs from the other networks of the family, Markdown. The other families have
   * sections of their own.
   */
  readonly differs?: string;
};
