import { z } from "zod";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import type { AddressedOutput } from "@/lib/chains/bitcoin-like/building/payment-request";
import type { Coin, UnsignedTransfer } from "@/lib/chains/spending";

const units = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt);
const script = z.string().regex(/^([0-9a-f]{2}){1,100}$/);
const whole = z.int().nonnegative();

const schema = z.strictObject({
  family: z.enum(["btc", "ltc", "doge", "dash", "bch"]),
  version: whole,
  sequence: whole,
  virtualSize: whole,
  inputs: z
    .array(
      z.strictObject({
        transactionId: z.string().regex(/^[0-9a-f]{64}$/),
        index: whole,
        units,
        address: z.string(),
        scriptHex: script,
      }),
    )
    .nonempty(),
  outputs: z.array(z.strictObject({ address: z.string(), scriptHex: script, units })).nonempty(),
});

/** A transaction before it is signed: all that its bytes and its digests are made of. */
export type TransferPlan = {
  readonly family: CoinFamily;
  readonly version: number;
  /** Of every input. */
  readonly sequence: number;
  /** At its largest. */
  readonly virtualSize: number;
  readonly inputs: readonly (Coin & { readonly scriptHex: string })[];
  readonly outputs: readonly AddressedOutput[];
};

export function printPlan(plan: TransferPlan): string {
  return JSON.stringify(plan, (_, value) => (typeof value === "bigint" ? value.toString() : value));
}

/** Reads back what `printPlan` wrote; throws on anything else. */
export function parsePlan({ payload }: Pick<UnsignedTransfer, "payload">): TransferPlan {
  return schema.parse(JSON.parse(payload));
}

/** Coins as callers know them, without what building added. */
export function coinsOf({ inputs }: Pick<TransferPlan, "inputs">): readonly Coin[] {
  return inputs.map(({ transactionId, index, units: held, address }) => ({
    transactionId,
    index,
    units: held,
    address,
  }));
}
