export type PlayCoin = { readonly currency: string; readonly decimals: number };
export type PlayToken = PlayCoin & { readonly address: string };

/** What a gateway under test needs of a network of any family, and of those who pay there. */
export type PlayChain = {
  readonly network: string;
  /** Null outside the EVM family. */
  readonly chainId: number | null;
  /** Where the workers ask it, unless a test says otherwise. */
  readonly workerUrl: string;
  /** Its part of `sandbox.json`. */
  readonly sandbox: Readonly<Record<string, unknown>>;
  readonly native: PlayCoin;
  readonly tokens: readonly PlayToken[];
  /** A stranger sends base units of a token, or (null) of the network's own coin. */
  readonly pay: (to: string, units: bigint, currency: string | null) => Promise<unknown>;
  /** What has to be done before a worker starts, when there are a database and its settings. */
  readonly furnish?: () => Promise<void>;
  readonly stop: () => Promise<void>;
};
