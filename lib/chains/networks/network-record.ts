import type { AddressFamily } from "@/lib/chains/address-family";

/**
 * Everything specific to one network, as reviewed, with one file per network beside this one.
 * `npm run networks` lists the files in `all-networks.ts` and writes the derived tables. The
 * meaning and source of each number: docs/networks-sources.md.
 */
export type NetworkRecord = {
  /** Lower-case letters; the name of the record's file. */
  readonly code: string;
  readonly name: string;
  readonly family: AddressFamily;
  /** How its transactions are ordered, as in a driver's features. */
  readonly kind: "nonce" | "coins" | "expiring";
  /** Name of its token standard in wallets and exchanges; null where it has none. */
  readonly tokenStandard: string | null;
  /** EIP-155; null outside the EVM family. */
  readonly chainId: bigint | null;
  readonly native: NativeCoin;
  readonly tokens: readonly TokenRecord[];
  readonly confirmations: Depth;
  /**
   * Rounded up to whole seconds: it only determines polling and the time displayed to the payer.
   */
  readonly blockSeconds: number;
  /**
   * A head older than this means a lagging node: well beyond the longest gap that occurs by chance.
   */
  readonly lagLimitSeconds: number;
  /** With the placeholders `{txid}` and `{address}`. */
  readonly explorer: { readonly transaction: string; readonly address: string };
  /**
   * What a browser wallet needs to add the network: the node published by the network itself (their
   * documentation in November 2026). Null where none is needed or known.
   */
  readonly wallet: { readonly coinName: string; readonly rpcUrl: string } | null;
  /** Minimum tip, in wei, where nodes reject lower ones even when blocks are empty. */
  readonly tipFloorUnits?: bigint;
  /**
   * Which fee is charged for data beside gas. `op-stack`: the predeployed GasPriceOracle returns
   * it, and a receipt shows it as `l1Fee`. Arbitrum counts its data as gas and needs nothing here.
   */
  readonly dataFee?: "op-stack";
  /**
   * Minimum amount of the native coin that nodes relay, or that a new account must hold to exist;
   * decimal text in the coin.
   */
  readonly dustLimit?: string;
  /**
   * Minimum fixed payout fee of a stablecoin, in the coin: about what a transfer costs on an
   * ordinary day. The live estimate replaces it when it is higher, so it only keeps a quote from
   * being zero. Other coins: the estimate alone.
   */
  readonly stablePayoutFee?: string;
  /** Destinations may carry a memo. */
  readonly hasMemo: boolean;
  /** The interface's `priority` applies here. */
  readonly hasPriority: boolean;
  /** Position in lists; smaller is first. No other network has the same. */
  readonly sortOrder: number;
  /**
   * Its names in exchanges' lists, best known first: a payer has to find the right entry among
   * them. Names that mean another network elsewhere (`ETH` for Arbitrum) are left out.
   */
  readonly exchangeNames: readonly string[];
  /** Null: `npm run up` cannot simulate it. */
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
  /** The value that every source below gives for this address. */
  readonly decimals: number;
  /**
   * Where the contract was read: independently maintained lists that give the address together with
   * its decimals, pinned to the commit that was read. With fewer than two the token is never
   * offered.
   */
  readonly sources: readonly string[];
  readonly withdrawal: Withdrawal | null;
};

/** Where a typical value was read. */
export type WithdrawalSource =
  /**
   * Tables in withdrawal guides, several of which agree; read in November 2026, the newest from
   * June 2026.
   */
  | "guides 2026-06"
  /**
   * One large exchange's own list of all its networks, as stored in a public repository in
   * July 2023.
   */
  | "listing 2023-07"
  /**
   * No list was found: several times the cost of a transfer on an ordinary day, as exchanges price
   * their cheap networks.
   */
  | "estimate 2026-11";

/**
 * Typical withdrawal fee and minimum of exchanges; amounts as decimal text in the coin. No exchange
 * is bound to it. Chosen from the upper half of the usual range, since assuming too low a fee
 * leaves a payment short. Null where few exchanges withdraw the coin.
 */
export type Withdrawal = { readonly fee: string; readonly minimum: string; readonly source: WithdrawalSource };

export type Depth = {
  /** The block of the transaction itself counts as one confirmation. */
  readonly usual: number;
  /** The lowest value an operator may set; no database row may go below it. At most `usual`. */
  readonly least: number;
  /** Who requires as many, and what they stand for: Markdown, for docs/networks-sources.md. */
  readonly why: string;
};

export type SandboxRecipe = {
  /** Started unless `--chains` names others. */
  readonly isDefault: boolean;
  /** EVM: test tokens deployed there, with the decimals of the real ones. */
  readonly tokens?: readonly string[];
  /** The tokens whose `transfer` returns nothing, like the real one's. */
  readonly silentTokens?: readonly string[];
};

/** Text for docs/networks.md and .env.example. */
export type Guide = {
  readonly node: string;
  readonly sandbox: string;
  /** What its driver is tested against. */
  readonly testedAgainst: string;
  /** Examples of NODE_URLS_<CODE>. */
  readonly urls: readonly string[];
  /** Lines above the example, where it is the first of its kind. */
  readonly urlComment?: readonly string[];
  /**
   * EVM: differences from the other networks of the family, Markdown. The other families have
   * sections of their own.
   */
  readonly differs?: string;
};
