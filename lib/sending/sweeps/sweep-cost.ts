import type { ChainDriver } from "@/lib/chains/driver";
import type { Asset } from "@/lib/chains/facts";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import { Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { findFreshRate } from "@/lib/pricing/rates/queries";
import { accountSource, canHotWalletPayFee } from "@/lib/sending/sends/send-terms";
import type { SweepCandidate } from "@/lib/sending/sweeps/sweep";

/** What a sweep takes, in the network's native coin. */
export type SweepCost = {
  /**
   * That must be there beside what is sent: the most that the fee may be, with room for prices that
   * rise until it is signed. On the address, then with what the chain keeps on an account that is
   * not emptied to nothing; or in the hot wallet, where that pays.
   */
  readonly needed: Decimal;
  /**
   * The same without that room. An address that holds as much gets no gas: the fee of sending it is
   * more than a small rise of prices.
   */
  readonly enough: Decimal;
  readonly isFeePaidByHotWallet: boolean;
  /**
   * About what it will cost, its gas included, in the coin that is swept, never below zero; null
   * when no rate is fresh.
   */
  readonly inCoin: Decimal | null;
};

/**
 * Prices may rise between planning a sweep and signing it, with a transaction for its gas in
 * between. What is not needed is no loss: it stays.
 */
const ROOM = decimal("1.5");
const PRIORITY = "recommended";
/** Any account sends at any nonce for the same fee. */
const ANY_NONCE = 0n;

/**
 * Asks the chain what sweeping one address costs now. Equal for all addresses of a coin, near
 * enough: what differs is in the room.
 * @throws ChainUnavailableError when no node answers
 */
export async function estimateSweep(
  driver: ChainDriver,
  service: CatalogService,
  native: CatalogService,
  hot: string,
  { address, amount }: SweepCandidate,
  signal: AbortSignal,
): Promise<SweepCost> {
  const isFeePaidByHotWallet = canHotWalletPayFee(driver, service);
  const estimate = (from: string, to: string, asset: Asset, units: bigint) => {
    const terms = { address: from, feePayer: isFeePaidByHotWallet ? hot : null };
    const outputs = [{ to: { address: to, memo: null }, asset, units }];
    const request = { source: accountSource({ driver }, terms, ANY_NONCE), outputs };
    return driver.estimateFee({ request, priority: PRIORITY, replaces: null }, signal);
  };
  const isToken = service.contract !== null;
  // One unit is enough to learn what the native coin costs to send, and is there when all of it
  // would not be.
  const own = isToken
    ? await estimate(address, hot, { kind: "token", contract: service.contract }, toBaseUnits(amount, service.decimals))
    : await estimate(address, hot, { kind: "native" }, 1n);
  const gas = isToken && !isFeePaidByHotWallet ? await estimate(hot, address, { kind: "native" }, 1n) : null;
  const inNative = (units: bigint) => fromBaseUnits(units, native.decimals);
  const expected = inNative(own.expectedUnits).plus(gas === null ? ZERO : inNative(gas.expectedUnits));
  const most = inNative(own.maximumUnits);
  const withRoom = roundDown(most.times(ROOM), native.decimals);
  const leftBehind = isFeePaidByHotWallet ? ZERO : inNative(driver.features.leftBehindUnits);
  const rate = await findFreshRate({ from: native.currency.code, to: service.currency.code });
  return {
    needed: withRoom.plus(leftBehind),
    enough: most.plus(leftBehind),
    isFeePaidByHotWallet,
    // Where closing the account gives back more than the fee, whatever there is may go.
    inCoin: rate && Decimal.max(expected.times(rate.rate), ZERO),
  };
}
