import { TransactionRefusedError } from "@/lib/chains/errors";
import {
  decodeJson,
  encodeJson,
  idOf,
  isSameCoin,
  isSignedBy,
  type ScriptedTransaction,
} from "@/lib/chains/scripted/scripted-transaction";
import type {
  Coin,
  FeeEstimate,
  FeePriority,
  Joining,
  JoiningRequest,
  SignedTransfer,
  SigningScheme,
  SpendSource,
  Spends,
  TransferOutput,
  TransferRequest,
  UnsignedTransfer,
} from "@/lib/chains/spending";

/** A flat fee per transaction; a replacement pays one increment more. */
const FEE_UNITS: Readonly<Record<FeePriority, bigint>> = { economy: 10n, recommended: 20n, high: 30n, highest: 40n };
const REPLACEMENT_STEP_UNITS = 10n;

/** Most coins that one consolidation spends. */
const JOINED_MAX = 50;

/** Number of blocks for which an expiring transaction is valid. */
const VALID_BLOCKS = 5;

export function estimateScriptedFee(priority: FeePriority, replaces: FeeEstimate | null): FeeEstimate {
  const least = replaces === null ? 0n : replaces.maximumUnits + REPLACEMENT_STEP_UNITS;
  const units = FEE_UNITS[priority] > least ? FEE_UNITS[priority] : least;
  return { priority, expectedUnits: units, maximumUnits: units, terms: `${units}` };
}

/**
 * A flat fee for all coins: none has a cost of its own. Coins that hold no more than the fee are
 * left out.
 */
export function joinScripted({ candidates, priority }: JoiningRequest): Joining | null {
  const fee = estimateScriptedFee(priority, null);
  const coins = candidates.filter(({ units }) => units > fee.maximumUnits).slice(0, JOINED_MAX);
  return coins.length < 2 ? null : { coins, units: sum(coins) - fee.maximumUnits, fee };
}

/** Pure except for the head, where the validity of an expiring transaction starts. */
export function buildScripted(
  request: TransferRequest,
  fee: FeeEstimate,
  headHeight: number,
  scheme: SigningScheme,
): UnsignedTransfer {
  const feeUnits = BigInt(fee.terms);
  const { spends, outputs, signers } = resolveSource(request, feeUnits, headHeight);
  const from = request.source.kind === "coins" ? null : request.source.address;
  const body = { from, outputs, feeUnits, spends, fails: false };
  const payload = encodeJson(body);
  const message = Buffer.from(idOf(payload), "hex");
  return { payload, signingRequests: signers.map((signer) => ({ signer, scheme, message })), spends, fee };
}

export function assembleScripted(unsigned: UnsignedTransfer, signatures: readonly Uint8Array[]): SignedTransfer {
  const valid =
    signatures.length === unsigned.signingRequests.length &&
    unsigned.signingRequests.every(({ signer, message }, index) => {
      const signature = signatures[index];
      return signature !== undefined && isSignedBy(signer, message, signature);
    });
  if (!valid) throw new TransactionRefusedError("invalid", "a signature is not by its signer");
  return {
    raw: new TextEncoder().encode(unsigned.payload),
    transactionId: idOf(unsigned.payload),
    spends: unsigned.spends,
  };
}

/** Decodes the bytes as a node does. */
export function decodeScripted(raw: Uint8Array): ScriptedTransaction {
  const payload = new TextDecoder().decode(raw);
  return { ...(decodeJson(payload) as Omit<ScriptedTransaction, "id">), id: idOf(payload) };
}

type Resolved = {
  readonly spends: Spends;
  readonly outputs: readonly TransferOutput[];
  readonly signers: readonly string[];
};

function resolveSource({ source, outputs }: TransferRequest, feeUnits: bigint, headHeight: number): Resolved {
  if (source.kind === "nonce") {
    return {
      spends: { kind: "nonce", address: source.address, nonce: source.nonce },
      outputs,
      signers: [source.address],
    };
  }
  if (source.kind === "expiring") {
    const validUntil = BigInt(headHeight + VALID_BLOCKS);
    return { spends: { kind: "expiring", validUntil }, outputs, signers: [source.address] };
  }
  const coins = selectCoins(source, feeUnits + sum(outputs));
  const left = sum(coins) - sum(outputs) - feeUnits;
  const change =
    left > 0n && source.changeAddress !== null
      ? [{ to: { address: source.changeAddress, memo: null }, asset: { kind: "native" as const }, units: left }]
      : [];
  return {
    spends: { kind: "coins", coins },
    outputs: [...outputs, ...change],
    signers: coins.map(({ address }) => address),
  };
}

function selectCoins(source: Extract<SpendSource, { kind: "coins" }>, neededUnits: bigint): readonly Coin[] {
  const optional = source.candidates
    .filter((coin) => !source.required.some((required) => isSameCoin(required, coin)))
    .sort((left, right) => (left.units > right.units ? -1 : 1));
  const chosen = [...source.required];
  for (const coin of optional) {
    if (sum(chosen) >= neededUnits) break;
    chosen.push(coin);
  }
  if (sum(chosen) < neededUnits) throw new TransactionRefusedError("funds", "the coins do not suffice");
  return chosen;
}

function sum(parts: readonly { readonly units: bigint }[]): bigint {
  return parts.reduce((total, { units }) => total + units, 0n);
}
