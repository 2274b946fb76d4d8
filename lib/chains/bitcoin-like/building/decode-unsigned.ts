import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { sumUnits } from "@/lib/chains/bitcoin-like/building/coins";
import type { AddressedOutput } from "@/lib/chains/bitcoin-like/building/payment-request";
import { coinsOf, parsePlan } from "@/lib/chains/bitcoin-like/building/transfer-plan";
import type { Coin, UnsignedTransfer } from "@/lib/chains/spending";

/** What a transaction would do, before it is signed: no node tries an unsigned one, but each of its coins can be asked for. */
export type UnsignedView = {
  readonly family: CoinFamily;
  readonly inputs: readonly { readonly coin: Coin; readonly scriptHex: string }[];
  /** In the order of the request; change, where there is some, last. Held against the dust rule when it was built. */
  readonly outputs: readonly AddressedOutput[];
  readonly feeUnits: bigint;
  readonly virtualSize: number;
  readonly isReplaceable: boolean;
};

const LEAST_SIGNAL = 0xffff_fffe;

/** Throws on what `buildCoinsTransfer` did not make. */
export function viewUnsigned(unsigned: UnsignedTransfer): UnsignedView {
  const plan = parsePlan(unsigned);
  const coins = coinsOf(plan);
  return {
    family: plan.family,
    inputs: plan.inputs.flatMap(({ scriptHex }, index) => {
      const coin = coins[index];
      return coin === undefined ? [] : [{ coin, scriptHex }];
    }),
    outputs: plan.outputs,
    feeUnits: sumUnits(plan.inputs) - sumUnits(plan.outputs),
    virtualSize: plan.virtualSize,
    isReplaceable: plan.sequence < LEAST_SIGNAL,
  };
}
