import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import { RawOldTx } from "@scure/btc-signer/script.js";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { transactionIdOf } from "@/lib/chains/bitcoin-like/building/raw-transaction";
import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import type { Coin, SigningRequest, TransferRequest } from "@/lib/chains/spending";
import { growKeyTree } from "@/lib/custody/key-tree";

export const FAMILIES: readonly CoinFamily[] = ["btc", "ltc", "doge", "dash", "bch"];

const MNEMONIC = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
const tree = growKeyTree(MNEMONIC);
const KEYS = 5;

/** Derivation takes milliseconds, and property tests request thousands. */
const known = new Map<string, string>();

/** Returns the wallet's deposit address with this index. */
export function addressAt(family: CoinFamily, index: number): string {
  const name = `${family} ${index}`;
  const address = known.get(name) ?? tree.addressOf({ family, role: "deposit", index });
  known.set(name, address);
  return address;
}

/** Returns an address of a third party: same seed, other keys. */
export function externalAddressAt(family: CoinFamily, index: number): string {
  return addressAt(family, 1_000 + index);
}

/** Signs in place of custody. */
export function sign(family: CoinFamily, requests: readonly SigningRequest[]): readonly Uint8Array[] {
  return requests.map((request) => {
    const index = Array.from({ length: KEYS }, (_, at) => at).find((at) => addressAt(family, at) === request.signer);
    if (index === undefined) throw new Error(`${request.signer} is not in the sample wallet`);
    return tree.sign({ family, role: "deposit", index }, request);
  });
}

/** A coin of one list entry, without a transaction behind it. */
export function coinOf(family: CoinFamily, number: number, units: bigint): Coin {
  const transactionId = hex.encode(sha256(new TextEncoder().encode(`coin ${number}`)));
  return { transactionId, index: number % 7, units, address: addressAt(family, number % KEYS) };
}

/** Returns coins of these amounts from one transaction of a third party, and that transaction. */
export function fundWith(family: CoinFamily, amounts: readonly bigint[]) {
  const owners = amounts.map((_, index) => addressAt(family, index % KEYS));
  const raw = RawOldTx.encode({
    version: 1,
    inputs: [{ txid: new Uint8Array(32).fill(9), index: 3, finalScriptSig: Uint8Array.of(0x51), sequence: 0xffffffff }],
    outputs: amounts.map((amount, index) => ({
      amount,
      script: hex.decode(scriptOfAddress(family, owners[index] ?? "")),
    })),
    lockTime: 0,
  });
  const transactionId = transactionIdOf(raw);
  const coins = amounts.map((units, index): Coin => ({ transactionId, index, units, address: owners[index] ?? "" }));
  return { coins, previousTransactions: new Map([[transactionId, hex.encode(raw)]]) };
}

export function requestOf(
  family: CoinFamily,
  payments: readonly bigint[],
  source: { candidates: readonly Coin[]; required?: readonly Coin[]; changeAddress?: string | null },
): TransferRequest {
  const { candidates, required = [], changeAddress = addressAt(family, 0) } = source;
  return {
    source: { kind: "coins", candidates, required, changeAddress },
    outputs: payments.map((units, index) => ({
      to: { address: externalAddressAt(family, index), memo: null },
      asset: { kind: "native" },
      units,
    })),
  };
}
