import type { AddressFamily } from "@/lib/chains/address-family";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import type { ChainDriver } from "@/lib/chains/driver";
import type { DriverConfig } from "@/lib/chains/driver-config";
import { networkOf } from "@/lib/chains/networks/networks";

type CreateDriver = (config: DriverConfig) => Promise<ChainDriver>;

const createBitcoinLike =
  (family: CoinFamily): CreateDriver =>
  async (config) => {
    const { createBitcoinLikeDriver } = await import("@/lib/chains/bitcoin-like/create-bitcoin-like-driver");
    return createBitcoinLikeDriver({ ...config, family });
  };

/**
 * The only list of drivers. Each is loaded when its first network is enabled: some libraries take
 * 50 MB.
 */
const DRIVERS: Readonly<Partial<Record<AddressFamily, CreateDriver>>> = {
  evm: async ({ chainId, ...config }) => {
    if (chainId === null) throw new Error(`network ${config.network} lacks its chain id`);
    const { createEvmDriver } = await import("@/lib/chains/evm/create-evm-driver");
    const dataFee = networkOf(config.network)?.dataFee;
    return createEvmDriver({ ...config, chainId, dataFee, mayLackDataFee: config.isSandbox });
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

/** Returns whether this build has a driver for the family's networks. */
export function isFamilySupported(family: AddressFamily): boolean {
  return DRIVERS[family] !== undefined;
}

/** Throws when the family has no driver or its configuration is incomplete. Queries no node. */
export async function createDriver(config: DriverConfig): Promise<ChainDriver> {
  const create = DRIVERS[config.family];
  if (create === undefined) throw new Error(`no driver for ${config.network} (${config.family})`);
  return create(config);
}
