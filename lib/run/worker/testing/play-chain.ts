export type PlayCoin = { readonly currency: string; readonly decimals: number };
export type PlayToken = PlayCoin & { readonly address: string };

/** What a gateway under test, and its payers, need of a network of any family. */
export type PlayChain = {
  readonly network: string;
  /** Null outside the EVM family. */
  readonly chainId: number | null;
  /** The node URL of the workers, unless a test overrides it. */
  readonly workerUrl: string;
  /** Its part of `sandbox.json`. */
  readonly sandbox: Readonly<Record<string, unknown>>;
  readonly native: PlayCoin;
  readonly tokens: readonly PlayToken[];
  /** An external payer sends base units of a token, or (null) of the network's own coin. */
  readonly pay: (to: string, units: bigint, currency: string | null) => Promise<unknown>;
  /** Runs before a worker starts, once the database and its settings exist. */
  readonly furnish?: () => Promise<void>;
  readonly stop: () => Promise<void>;
};
