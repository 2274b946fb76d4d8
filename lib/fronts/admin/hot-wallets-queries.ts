import { type HotCoinView, type HotWalletView, toHours } from "@/lib/fronts/admin/hot-wallets-schema";
import { database } from "@/lib/kernel/db";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";
import { explorerAddressUrl } from "@/lib/pricing/catalog/availability";
import type { CatalogNetwork, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { spendsCoins } from "@/lib/pricing/catalog/network-rules";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { defaultPolicy } from "@/lib/sending/sweeps/sweep";
import {
  type FeesPaid,
  gasDaysLeft,
  type HotWalletCoin,
  type InCoins,
  type HotWalletView as LoadedWallet,
  loadHotWallets,
  readFeesPaid,
} from "@/lib/sending/treasury/load-hot-wallets";
import { coldAddressCooldownEnd } from "@/lib/sending/treasury/set-cold-address";

/**
 * Returns the hot wallet of every network with a node or a balance, with all of its coins. Includes
 * empty wallets, because funding needs an address. Queries no node.
 */
export async function listHotWallets(): Promise<HotWalletView[]> {
  const [catalog, loaded, addresses, settings, fees] = await Promise.all([
    loadCatalog(),
    loadHotWallets(),
    selectHotAddresses(),
    selectSweepSettings(),
    readFeesPaid(new Date()),
  ]);
  return catalog.networks().flatMap((network) => {
    const own = loaded.find(({ networkCode }) => networkCode === network.code);
    const address = own?.address ?? addresses.find(({ family }) => family === network.family)?.address;
    if (address === undefined || (own === undefined && network.node === "missing")) return [];
    const paid = fees.find(({ networkCode }) => networkCode === network.code);
    return [{ ...toWalletView(catalog, network, address, own, settings), gasDaysLeft: daysLeft(own, paid) }];
  });
}

function toWalletView(
  catalog: Catalog,
  network: CatalogNetwork,
  address: string,
  own: LoadedWallet | undefined,
  settings: SweepSettings,
): Omit<HotWalletView, "gasDaysLeft"> {
  const services = catalog.services().filter((service) => service.network.code === network.code);
  return {
    networkCode: network.code,
    networkName: network.name,
    nativeCurrency: network.nativeCurrency,
    address,
    addressUrl: explorerAddressUrl(network, address),
    sweepsLeft: own?.sweepsLeft ?? null,
    coins: services
      .map((service) => ({
        service,
        coin: own?.coins.find(({ currencyCode }) => currencyCode === service.currency.code),
      }))
      .filter(({ service, coin }) => coin !== undefined || service.mismatch === null)
      .map(({ service, coin }) => toCoinView(service, coin, settings)),
  };
}

function daysLeft(own: LoadedWallet | undefined, paid: FeesPaid | undefined): number | null {
  return gasDaysLeft(own?.coins.find(({ isNative }) => isNative)?.hot ?? ZERO, paid);
}

function toCoinView(service: CatalogService, coin: HotWalletCoin | undefined, settings: SweepSettings): HotCoinView {
  const text = (amount = ZERO) => amount.toFixed();
  return {
    currency: service.currency.code,
    isNative: service.contract === null,
    hot: text(coin?.hot),
    inFlight: text(coin?.inFlight),
    onDeposits: text(coin?.onDeposits),
    cold: text(coin?.cold),
    waitingCount: coin?.waitingCount ?? 0,
    waitingAmount: text(coin?.waitingAmount),
    policy: spendsCoins(service.network.code) ? null : policyOf(service, settings),
    inCoins: coin?.inCoins ? inCoinsOf(coin.inCoins) : null,
    coldAddress: coldAddressOf(service, settings),
  };
}

function inCoinsOf({ count, largest, keptCount, kept }: InCoins): HotCoinView["inCoins"] {
  return { count, largest: largest.toFixed(), keptCount, kept: kept.toFixed() };
}

const isOf =
  ({ network, currency }: CatalogService) =>
  (row: { networkCode: string; currencyCode: string }) =>
    row.networkCode === network.code && row.currencyCode === currency.code;

function policyOf(service: CatalogService, { policies }: SweepSettings): NonNullable<HotCoinView["policy"]> {
  const own = policies.find(isOf(service));
  const { isEnabled, amountMin, waitSecondsMax, batchMax } = own ?? defaultPolicy(service, null);
  return {
    isOwn: own !== undefined,
    isEnabled,
    amountMin: decimal(amountMin).toFixed(),
    waitHoursMax: toHours(waitSecondsMax),
    batchMax: batchMax.toString(),
  };
}

function coldAddressOf(service: CatalogService, { coldAddresses }: SweepSettings): HotCoinView["coldAddress"] {
  const row = coldAddresses.find(isOf(service));
  if (row === undefined) return null;
  const { address, keepAmount, isEnabled, addressSetAt } = row;
  const cooldownEnd = addressSetAt && coldAddressCooldownEnd(addressSetAt, new Date());
  return {
    address,
    keepAmount: decimal(keepAmount).toFixed(),
    isEnabled,
    cooldownEndsAt: cooldownEnd?.toISOString() ?? null,
  };
}

/** Returns each family's collection address, which the worker stores when it first runs. */
function selectHotAddresses(): Promise<{ family: string; address: string }[]> {
  return database().hotWallet.findMany({
    where: { derivationIndex: 0 },
    select: { family: true, address: true },
  });
}

/** Returns the operator's overrides of the defaults, for every service. */
async function selectSweepSettings() {
  const [policies, coldAddresses] = await Promise.all([
    database().sweepPolicy.findMany(),
    database().coldAddress.findMany(),
  ]);
  return { policies, coldAddresses };
}
type SweepSettings = Awaited<ReturnType<typeof selectSweepSettings>>;
