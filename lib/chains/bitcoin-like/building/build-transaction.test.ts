import {
  createVirtualMachineBCH,
  decodeTransactionBCH,
  generateSigningSerializationBCH,
  type Output as LibauthOutput,
} from "@bitauth/libauth";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import { Transaction } from "@scure/btc-signer";
import { describe, expect, test } from "vitest";
import { assembleCoinsTransfer } from "@/lib/chains/bitcoin-like/building/assemble-transaction";
import {
  buildCoinsTransfer,
  coinsToSpend,
  needsPreviousTransactions,
  viewUnsigned,
} from "@/lib/chains/bitcoin-like/building/build-transaction";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { estimateCoinsFee } from "@/lib/chains/bitcoin-like/building/estimate-fee";
import { digestsOf, transactionIdOf } from "@/lib/chains/bitcoin-like/building/raw-transaction";
import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import {
  externalAddressAt,
  FAMILIES,
  fundWith,
  requestOf,
  sign,
} from "@/lib/chains/bitcoin-like/building/testing/sample-wallet";
import { parsePlan } from "@/lib/chains/bitcoin-like/building/transfer-plan";
import type { UnsignedTransfer } from "@/lib/chains/spending";

const COIN = 100_000_000n;
const NO_RATES = { estimated: null, minimum: null, incremental: null };

/** Two payments from two coins with different keys, with change. */
function build(family: CoinFamily): UnsignedTransfer {
  const { coins, previousTransactions } = fundWith(family, [3n * COIN, 2n * COIN]);
  const request = requestOf(family, [4n * COIN, COIN / 10n], { candidates: coins });
  const fee = estimateCoinsFee({ family, request, priority: "recommended", replaces: null, rates: NO_RATES });
  return buildCoinsTransfer({ family, request, fee, previousTransactions });
}

const signed = (family: CoinFamily, unsigned: UnsignedTransfer) =>
  assembleCoinsTransfer(unsigned, sign(family, unsigned.signingRequests));

/** The outputs being spent, in libauth's format. */
const sourceOutputs = (unsigned: UnsignedTransfer): LibauthOutput[] =>
  viewUnsigned(unsigned).inputs.map(({ coin, scriptHex }) => ({
    lockingBytecode: hex.decode(scriptHex),
    valueSatoshis: coin.units,
  }));

const doubleSha256 = (bytes: Uint8Array) => hex.encode(sha256(sha256(bytes)));

/** BIP-143 by an independent implementation. */
function digestByLibauth(raw: Uint8Array, spent: LibauthOutput[], input: number, code: string, kind: number): string {
  const transaction = decodeTransactionBCH(raw);
  if (typeof transaction === "string") throw new Error(transaction);
  const context = { inputIndex: input, sourceOutputs: spent, transaction };
  const serialization = { coveredBytecode: hex.decode(code), signingSerializationType: Uint8Array.of(kind) };
  return doubleSha256(generateSigningSerializationBCH(context, serialization));
}

describe("a transaction on each chain", () => {
  test.each(FAMILIES)("%s pays the requested outputs in order, change last, and loses nothing", (family) => {
    const unsigned = build(family);
    const { outputs, inputs, feeUnits } = viewUnsigned(unsigned);
    const { raw, transactionId, spends } = signed(family, unsigned);
    const read = Transaction.fromRaw(raw, { allowUnknownInputs: true, allowUnknownOutputs: true });
    expect(read.id).toBe(transactionId);
    expect(outputs.map(({ address }) => address).slice(0, 2)).toEqual([
      externalAddressAt(family, 0),
      externalAddressAt(family, 1),
    ]);
    const paid = Array.from({ length: read.outputsLength }, (_, index) => read.getOutput(index));
    expect(paid.map(({ amount }) => amount)).toEqual([4n * COIN, COIN / 10n, (9n * COIN) / 10n - feeUnits]);
    expect(paid.map(({ script }) => hex.encode(script ?? new Uint8Array()))).toEqual(
      outputs.map(({ scriptHex }) => scriptHex),
    );
    expect(inputs.reduce((sum, { coin }) => sum + coin.units, 0n)).toBe(5n * COIN);
    expect(unsigned.fee.expectedUnits).toBe(feeUnits);
    expect(unsigned.fee.maximumUnits).toBeGreaterThanOrEqual(feeUnits);
    expect(spends).toEqual(unsigned.spends);
  });

  test.each(FAMILIES)("%s: size and fee match the displayed ones, to a byte or two per signature", (family) => {
    const unsigned = build(family);
    const { virtualSize, inputs } = viewUnsigned(unsigned);
    const { raw } = signed(family, unsigned);
    const { vsize } = Transaction.fromRaw(raw, { allowUnknownInputs: true });
    expect(vsize).toBeLessThanOrEqual(virtualSize);
    expect(vsize).toBeGreaterThanOrEqual(virtualSize - 2 * inputs.length);
  });

  test.each(FAMILIES)(
    "%s: the same request, fee and signatures give the same bytes, whatever the order of the coins",
    (family) => {
      const { coins, previousTransactions } = fundWith(family, [3n * COIN, 2n * COIN, COIN]);
      const [one, other] = [coins, coins.toReversed()].map((candidates) => {
        const request = requestOf(family, [4n * COIN], { candidates });
        const fee = estimateCoinsFee({ family, request, priority: "high", replaces: null, rates: NO_RATES });
        expect(coinsToSpend({ family, request, fee })).toHaveLength(2);
        return signed(family, buildCoinsTransfer({ family, request, fee, previousTransactions }));
      });
      expect(other).toEqual(one);
    },
  );

  test.each(FAMILIES)("%s: rejects a signature by another key, over another message or with a high s", (family) => {
    const unsigned = build(family);
    const [first, second] = sign(family, unsigned.signingRequests);
    if (first === undefined || second === undefined) throw new Error("two inputs are two signatures");
    const n = secp256k1.Point.Fn.ORDER;
    const s = n - BigInt(`0x${hex.encode(first.slice(32, 64))}`);
    const high = Uint8Array.from([
      ...first.slice(0, 32),
      ...hex.decode(s.toString(16).padStart(64, "0")),
      (first[64] ?? 0) ^ 1,
    ]);
    const swapped = Uint8Array.from([...first.slice(0, 64), (first[64] ?? 0) ^ 1]);
    for (const wrong of [[second, first], [first], [high, second], [swapped, second], [first.slice(1), second], []])
      expect(() => assembleCoinsTransfer(unsigned, wrong)).toThrow(expect.objectContaining({ reason: "invalid" }));
    const changed = unsigned.payload.replace('"400000000"', '"390000000"');
    expect(changed).not.toBe(unsigned.payload);
    const tampered = { ...unsigned, payload: changed };
    expect(() => assembleCoinsTransfer(tampered, [first, second])).toThrow(
      expect.objectContaining({ reason: "invalid" }),
    );
    expect(() => assembleCoinsTransfer(tampered, sign(family, requestsOf(tampered)))).toThrow(
      expect.objectContaining({ reason: "fee" }),
    );
  });
});

/** The signing requests for custody after a change of the payload. */
function requestsOf(unsigned: UnsignedTransfer): UnsignedTransfer["signingRequests"] {
  const digests = digestsOf(parsePlan(unsigned));
  return unsigned.signingRequests.map((request, index) => ({ ...request, message: digests[index] ?? request.message }));
}

describe("digests compared with other implementations", () => {
  /** BIP-143, "Native P2WPKH": the second input. */
  const BIP143 = {
    raw: "0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000",
    code: "76a9141d0f172a0ecb48aee1be1f2687d2963ae33f71a188ac",
    digest: "c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670",
  };

  test("the reference implementation computes the digest of BIP-143", () => {
    const any = { lockingBytecode: new Uint8Array(), valueSatoshis: 0n };
    const spent = [
      any,
      { lockingBytecode: hex.decode("00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1"), valueSatoshis: 6n * COIN },
    ];
    expect(digestByLibauth(hex.decode(BIP143.raw), spent, 1, BIP143.code, 1)).toBe(BIP143.digest);
  });

  test.each(["btc", "ltc", "bch"] as const)("%s signs the digest of the reference implementation", (family) => {
    const unsigned = build(family);
    const { inputs } = viewUnsigned(unsigned);
    const bare = Transaction.fromRaw(signed(family, unsigned).raw, { allowUnknownInputs: true }).toBytes(true, false);
    inputs.forEach(({ scriptHex }, index) => {
      const code = family === "bch" ? scriptHex : `76a914${scriptHex.slice(4)}88ac`;
      const digest = digestByLibauth(bare, sourceOutputs(unsigned), index, code, family === "bch" ? 0x41 : 1);
      expect(hex.encode(unsigned.signingRequests[index]?.message ?? new Uint8Array())).toBe(digest);
    });
  });

  test("the first payment ever, in Bitcoin block 170, is signed by its sender over our legacy digest", () => {
    const key =
      "0411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3";
    const spent = { transactionId: "0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9", index: 0 };
    const receiver =
      "04ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84c";
    const [digest] = digestsOf({
      family: "dash",
      version: 1,
      sequence: 0xffffffff,
      virtualSize: 275,
      inputs: [{ ...spent, units: 50n * COIN, address: "", scriptHex: `41${key}ac` }],
      outputs: [
        { address: "", scriptHex: `41${receiver}ac`, units: 10n * COIN },
        { address: "", scriptHex: `41${key}ac`, units: 40n * COIN },
      ],
    });
    const signature = hex.decode(
      "304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d09",
    );
    const options = { prehash: false, format: "der" } as const;
    expect(secp256k1.verify(signature, digest ?? new Uint8Array(), hex.decode(key), options)).toBe(true);
    const raw = `0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847${hex.encode(signature)}01ffffffff0200ca9a3b000000004341${receiver}ac00286bee000000004341${key}ac00000000`;
    expect(transactionIdOf(hex.decode(raw))).toBe("f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16");
  });

  test("Bitcoin Cash's virtual machine accepts the transaction, and not one with another output or amount", () => {
    const machine = createVirtualMachineBCH();
    const unsigned = build("bch");
    const spent = sourceOutputs(unsigned);
    const transaction = decodeTransactionBCH(signed("bch", unsigned).raw);
    if (typeof transaction === "string") throw new Error(transaction);
    expect(machine.verify({ sourceOutputs: spent, transaction })).toBe(true);
    const [first, ...rest] = transaction.outputs;
    if (first === undefined) throw new Error("it has outputs");
    const other = { ...transaction, outputs: [{ ...first, valueSatoshis: first.valueSatoshis - 1n }, ...rest] };
    expect(machine.verify({ sourceOutputs: spent, transaction: other })).not.toBe(true);
    const richer = spent.map((output) => ({ ...output, valueSatoshis: output.valueSatoshis + 1n }));
    expect(machine.verify({ sourceOutputs: richer, transaction })).not.toBe(true);
  });
});

describe("a node that lies about a coin's amount", () => {
  const attempt = (family: CoinFamily, lie: (raw: string) => string | null) => {
    const { coins, previousTransactions } = fundWith(family, [3n * COIN, 2n * COIN]);
    const request = requestOf(family, [4n * COIN], { candidates: coins });
    const fee = estimateCoinsFee({ family, request, priority: "recommended", replaces: null, rates: NO_RATES });
    const told = [...previousTransactions].flatMap(([id, raw]) => {
      const lied = lie(raw);
      return lied === null ? [] : [[id, lied] as const];
    });
    return () => buildCoinsTransfer({ family, request, fee, previousTransactions: new Map(told) });
  };

  test.each(["doge", "dash"] as const)("%s: nothing is signed without a proof, nor with a wrong one", (family) => {
    expect(needsPreviousTransactions(family)).toBe(true);
    const other = hex.encode(new Uint8Array(60).fill(1));
    for (const lie of [() => null, () => other, () => "00", () => "not hex", (raw: string) => raw.replace(/.$/, "1")])
      expect(attempt(family, lie)).toThrow(expect.objectContaining({ reason: "invalid" }));
    expect(attempt(family, (raw) => raw)).not.toThrow();
  });

  test("detects a stored amount that differs from the transaction's own", () => {
    const { coins, previousTransactions } = fundWith("doge", [3n * COIN]);
    for (const change of [{ units: 4n * COIN }, { index: 1 }, { address: externalAddressAt("doge", 1) }]) {
      const candidates = coins.map((coin) => ({ ...coin, ...change }));
      const request = requestOf("doge", [COIN], { candidates });
      const fee = estimateCoinsFee({ family: "doge", request, priority: "economy", replaces: null, rates: NO_RATES });
      expect(() => buildCoinsTransfer({ family: "doge", request, fee, previousTransactions })).toThrow(
        expect.objectContaining({ reason: "invalid" }),
      );
    }
  });

  test("SegWit coins need no proof, and a proof that is given is checked against the id without the witness", () => {
    expect(attempt("btc", () => null)).not.toThrow();
    expect(attempt("btc", () => "00")).toThrow(expect.objectContaining({ reason: "invalid" }));
    const raw =
      "0200000000010140d43a99926d43eb0e619bf0b3d83b4a31f60c176beecfb9d35bf45e54d0f7420100000017160014a4b4ca48de0b3fffc15404a1acdc8dbaae226955ffffffff0100e1f5050000000017a9144a1154d50b03292b3024370901711946cb7cccc387024830450221008604ef8f6d8afa892dee0f31259b6ce02dd70c545cfcfed8148179971876c54a022076d771d6e91bed212783c9b06e0de600fab2d518fad6f15a2b191d7fbd262a3e0121039d25ab79f41f75ceaf882411fd41fa670a4c672c23ffaf0e361a969cde0692e800000000";
    const read = Transaction.fromRaw(hex.decode(raw));
    expect(transactionIdOf(read.toBytes(true, false))).toBe(
      "c586389e5e4b3acb9d6c8be1c19ae8ab2795397633176f5a6442a261bbdefc3a",
    );
  });
});

describe("requests that a coin payment cannot express", () => {
  test("are rejected: tokens, memos, foreign addresses, coins that are not controlled by one of our keys alone", () => {
    const { coins } = fundWith("btc", [COIN]);
    const [coin] = coins;
    if (coin === undefined) throw new Error("one amount is one coin");
    const request = requestOf("btc", [COIN / 2n], { candidates: coins });
    const fee = estimateCoinsFee({ family: "btc", request, priority: "economy", replaces: null, rates: NO_RATES });
    const attempt = (changed: typeof request) => () =>
      buildCoinsTransfer({ family: "btc", request: changed, fee, previousTransactions: new Map() });
    const [output] = request.outputs;
    if (output === undefined || request.source.kind !== "coins") throw new Error("it has an output");
    const to = (address: string, memo: string | null = null) => ({
      ...request,
      outputs: [{ ...output, to: { address, memo } }],
    });
    const token = { kind: "token", contract: "x" } as const;
    for (const wrong of [
      to(externalAddressAt("ltc", 0)),
      to(externalAddressAt("btc", 0), "memo"),
      { ...request, outputs: [{ ...output, asset: token }] },
      { ...request, outputs: [{ ...output, units: 0n }] },
      { ...request, source: { kind: "nonce", address: externalAddressAt("btc", 0), nonce: 0n } as const },
      {
        ...request,
        source: { ...request.source, candidates: [{ ...coin, address: "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy" }] },
      },
      { ...request, source: { ...request.source, candidates: [{ ...coin, transactionId: "AB" }] } },
    ])
      expect(attempt(wrong)).toThrow();
    expect(attempt({ ...request, outputs: [] })).toThrow(expect.objectContaining({ reason: "invalid" }));
    expect(scriptOfAddress("btc", output.to.address)).toMatch(/^0014/);
  });
});
