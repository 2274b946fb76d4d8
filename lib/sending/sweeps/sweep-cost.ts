import type { ChainDriver } from "@/lib/chains/driver";
import type { Asset } from "@/lib/chains/facts";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import { Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { findFreshRate } from "@/lib/pricing/rates/queries";
import { accountSource, canHotWalletPayFee } from "@/lib/sending/sends/send-terms";
import type { SweepCandidate } from "@/lib/sending/sweeps/sweep";

/** The cost of a sweep, in the network's native coin. */
export type SweepCost = {
  /**
   * Required in addition to the amount sent: the maximum fee plus a margin for rising fees until it
   * is signed. On the address, including what the chain requires to remain on an account that is
   * not emptied completely; or in the hot wallet, if that pays.
   */
  readonly needed: Decimal;
  /**
   * The same without the margin. An address that holds this much gets no gas, because sending gas
   * costs more than a small rise of fees.
   */
  readonly enough: Decimal;
  readonly isFeePaidByHotWallet: boolean;
  /**
   * The approximate cost, including gas, in the swept coin, never negative; null when no rate is
   * fresh.
   */
  readonly inCoin: Decimal | null;
};

/**
 * Fees may rise between planning a sweep and signing it, with a transaction for its gas in between.
 * An unused margin is not lost: it stays on the address.
 */
const ROOM = decimal("1.5");
const PRIORITY = "recommended";
/** The fee is the same for any account and nonce. */
const ANY_NONCE = 0n;

/**
 * Estimates the current cost of sweeping one address. Nearly equal for all addresses of a coin: the
 * margin covers the difference.
 * @throws ChainUnavailableError when no node responds
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
  // One unit is sufficient to estimate a transfer of the native coin, and is available even where
  // the full amount plus fee would not be.
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
    // If closing the account returns more than the fee, any amount is worth sweeping.
    inCoin: rate && Decimal.max(expected.times(rate.rate), ZERO),
  };
}
