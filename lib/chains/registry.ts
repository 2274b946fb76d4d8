import type { AddressFamily } from "@/lib/chains/address-family";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import type { ChainDriver } from "@/lib/chains/driver";

/** A network as the catalog and the environment describe it; a family reads the parts that it needs. */
export type DriverConfig = {
  readonly network: string;
  readonly family: AddressFamily;
  /** EIP-155 number; null outside the EVM family. */
  readonly chainId: number | null;
  /** Whatever genesis its nodes agree in is right; elsewhere it must be that of the real network. */
  readonly isSandbox: boolean;
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /** Where the family's hot wallet is, for nodes that have wallets of ours: theirs must be ours. Asked for when a node is verified. */
  readonly hotAddress?: (() => string) | undefined;
  /** Limit of an answer that holds one block or a part of one; left out: what the family takes. */
  readonly answerBytesMax?: number;
  /** Contracts of the tokens that are on offer there: what claims to be of another one is looked at with care, and seldom. */
  readonly tokens?: readonly string[];
};

type CreateDriver = (config: DriverConfig) => Promise<ChainDriver>;

const createBitcoinLike =
  (family: CoinFamily): CreateDriver =>
  async (config) => {
    const { createBitcoinLikeDriver } = await import("@/lib/chains/bitcoin-like/create-bitcoin-like-driver");
    return createBitcoinLikeDriver({ ...config, family });
  };

/** The only list of drivers. Each is loaded when its first network is enabled: some libraries take 50 MB. */
const DRIVERS: Readonly<Partial<Record<AddressFamily, CreateDriver>>> = {
  evm: async ({ chainId, ...config }) => {
    if (chainId === null) throw new Error(`network ${config.network} lacks its chain id`);
    const { createEvmDriver } = await import("@/lib/chains/evm/create-evm-driver");
    return createEvmDriver({ ...config, chainId });
  },
  btc: createBitcoinLike("btc"),
  ltc: createBitcoinLike("ltc"),
  doge: createBitcoinLike("doge"),
  dash: createBitcoinLike("dash"),
  bch: createBitcoinLike("bch"),
  tron: async (config) => (await import("@/lib/chains/tron/create-tron-driver")).createTronDriver(config),
  sol: async (config) => (await import("@/lib/chains/solana/create-solana-driver")).createSolanaDriver(config),
  ton: async (config) => (await import("@/lib/chains/ton/create-ton-driver")).createTonDriver(config),
  xmr: async (config) => (await import("@/lib/chains/monero/create-monero-driver")).createMoneroDriver(config),
};

/** Whether this build can talk to networks of the family at all. */
export function isFamilySupported(family: AddressFamily): boolean {
  return DRIVERS[family] !== undefined;
}

/** Throws when the family has no driver or the configuration is not enough for it. Asks no node. */
export async function createDriver(config: DriverConfig): Promise<ChainDriver> {
  const create = DRIVERS[config.family];
  if (create === undefined) throw new Error(`no driver for ${config.network} (${config.family})`);
  return create(config);
}
