import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import type { Coin } from "@/lib/chains/spending";

export type PaidOutput = { readonly scriptHex: string; readonly units: bigint };

export type SelectionRequest = {
  readonly family: CoinFamily;
  /** Base units for 1000 virtual bytes. */
  readonly rate: bigint;
  /** More is never paid. */
  readonly maximumFee: bigint;
  readonly outputs: readonly PaidOutput[];
  readonly candidates: readonly Coin[];
  /** Always among the inputs. */
  readonly required: readonly Coin[];
  /** Null: what is left over is fee. */
  readonly changeScript: string | null;
};

/** The coins, the change (null: none) and the fee add up to the outputs exactly. */
export type Selection = {
  /** In the order of their inputs. */
  readonly coins: readonly Coin[];
  readonly changeUnits: bigint | null;
  readonly feeUnits: bigint;
  /** At its largest; the signed one may be a few bytes smaller. */
  readonly virtualSize: number;
};
