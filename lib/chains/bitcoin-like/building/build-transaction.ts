import { hex } from "@scure/base";
import { RawTx } from "@scure/btc-signer";
import { RawOldTx } from "@scure/btc-signer/script.js";
import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { verifyPrevious } from "@/lib/chains/bitcoin-like/building/previous-transaction";
import { digestsOf } from "@/lib/chains/bitcoin-like/building/raw-transaction";
import { selectCoins } from "@/lib/chains/bitcoin-like/building/select-coins";
import {
  type BuiltFee,
  type FeeTerms,
  parseTerms,
  printTerms,
  raisesEnough,
} from "@/lib/chains/bitcoin-like/building/transaction-fee";
import {
  type AddressedOutput,
  type CoinsRequest,
  coinsOf,
  parsePlan,
  printPlan,
  type Selection,
  scriptOfCoin,
  sumUnits,
  type TransferPlan,
  toCoinsRequest,
} from "@/lib/chains/bitcoin-like/building/transfer-plan";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { Coin, FeeEstimate, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";

/**
 * The effects of an unsigned transaction: no node simulates one, but each of its coins can be
 * queried.
 */
export type UnsignedView = {
  readonly family: CoinFamily;
  readonly inputs: readonly { readonly coin: Coin; readonly scriptHex: string }[];
  /**
   * In the order of the request; change, if any, is last. Checked against the dust limit when it
   * was built.
   */
  readonly outputs: readonly AddressedOutput[];
  readonly feeUnits: bigint;
  readonly virtualSize: number;
  readonly isReplaceable: boolean;
};

const LEAST_SIGNAL = 0xffff_fffe;

/** Throws for payloads that `buildCoinsTransfer` did not create. */
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

/** Signals that a replacement with a higher fee may follow (BIP-125). */
const REPLACEABLE = 0xffff_fffd;
const FINAL = 0xffff_ffff;

type BuildInput = { readonly family: CoinFamily; readonly request: TransferRequest; readonly fee: FeeEstimate };

/**
 * Returns whether signatures do not commit to input amounts, so that the funding transactions must
 * prove them.
 */
export function needsPreviousTransactions(family: CoinFamily): boolean {
  return parametersOf(family).signing === "legacy";
}

/**
 * Returns the coins that `buildCoinsTransfer` will spend for the same arguments, and throws the
 * same errors.
 */
export function coinsToSpend({ family, request, fee }: BuildInput): readonly Coin[] {
  return select(family, toCoinsRequest(family, request), fee).coins;
}

/**
 * Builds exactly the request within the estimate: outputs in its order, change last, so that no
 * version of a replacement moves an output. Pure: the same arguments give the same bytes. The
 * returned `fee` is the estimate with the exact fee filled in; it is stored with the transaction,
 * so that a later replacement knows what to outbid.
 * @param previousTransactions raw hex by transaction id. Required for every coin if
 *   `needsPreviousTransactions`; those given are always verified.
 * @throws TransactionRefusedError `funds`, `fee` (the current coins need more than was estimated),
 *   or `invalid`
 */
export function buildCoinsTransfer({
  family,
  request,
  fee,
  previousTransactions,
}: BuildInput & { readonly previousTransactions: ReadonlyMap<string, string> }): UnsignedTransfer {
  const asked = toCoinsRequest(family, request);
  const selection = select(family, asked, fee);
  const plan = toPlan(family, asked, selection);
  verify(plan, previousTransactions);
  const terms: FeeTerms = { ...parseTerms(fee), built: builtOf(selection) };
  const digests = digestsOf(plan);
  return {
    payload: printPlan(plan),
    signingRequests: plan.inputs.map(({ address }, index) => ({
      signer: address,
      scheme: "secp256k1",
      message: digests[index] ?? new Uint8Array(),
    })),
    spends: { kind: "coins", coins: selection.coins },
    fee: { ...fee, expectedUnits: selection.feeUnits, terms: printTerms(terms) },
  };
}

function select(family: CoinFamily, asked: CoinsRequest, fee: FeeEstimate): Selection {
  const { outputs, candidates, required, change } = asked;
  const { feeCeiling, rateCeiling } = parametersOf(family);
  const terms = parseTerms(fee);
  const { rate } = terms;
  if (rate > rateCeiling)
    throw new TransactionRefusedError("fee", `a rate of ${rate} units is above the ceiling of ${rateCeiling}`);
  const maximumFee = fee.maximumUnits < feeCeiling ? fee.maximumUnits : feeCeiling;
  const changeScript = change?.scriptHex ?? null;
  const selection = selectCoins({ family, rate, maximumFee, outputs, candidates, required, changeScript });
  if (terms.outbid !== null && required.length === 0)
    throw new TransactionRefusedError(
      "invalid",
      "a replacement must spend the coins of what it replaces: none is named",
    );
  if (!raisesEnough(terms, builtOf(selection)))
    throw new TransactionRefusedError("fee", "with these coins it would not replace the earlier transaction");
  return selection;
}

function toPlan(family: CoinFamily, { outputs, change }: CoinsRequest, selection: Selection): TransferPlan {
  const { transactionVersion, replacement } = parametersOf(family);
  const { coins, changeUnits, virtualSize } = selection;
  const rest = change === null || changeUnits === null ? [] : [{ ...change, units: changeUnits }];
  return {
    family,
    version: transactionVersion,
    sequence: replacement ? REPLACEABLE : FINAL,
    virtualSize,
    inputs: coins.map(({ transactionId, index, units, address }) => ({
      transactionId,
      index,
      units,
      address,
      scriptHex: scriptOfCoin(family, { transactionId, index, units, address }),
    })),
    outputs: [...outputs, ...rest],
  };
}

function verify({ family, inputs }: TransferPlan, previousTransactions: ReadonlyMap<string, string>): void {
  for (const id of new Set(inputs.map(({ transactionId }) => transactionId))) {
    const raw = previousTransactions.get(id);
    const made = inputs.filter(({ transactionId }) => transactionId === id);
    if (raw !== undefined) verifyPrevious(id, made, raw);
    else if (needsPreviousTransactions(family))
      throw new TransactionRefusedError("invalid", `${id} is needed to know what its coins hold`);
  }
}

function builtOf({ feeUnits, virtualSize }: Selection): BuiltFee {
  return { fee: feeUnits, size: virtualSize };
}

/**
 * Returns everything that signatures commit to, as text: version, coins in order with their
 * sequences, outputs, lock time. Two transactions with the same text have the same effects,
 * whatever their ids. Null for bytes that are not a transaction.
 */
export function withoutSignatures(raw: Uint8Array): string | null {
  const fields = decode(raw);
  if (fields === null) return null;
  const { version, inputs, outputs, lockTime } = fields;
  const bare = inputs.map((input) => ({ ...input, finalScriptSig: new Uint8Array() }));
  return hex.encode(RawOldTx.encode({ version, inputs: bare, outputs, lockTime }));
}

function decode(raw: Uint8Array) {
  try {
    return RawTx.decode(raw);
  } catch {
    return null;
  }
}
