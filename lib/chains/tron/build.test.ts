import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { Asset } from "@/lib/chains/facts";
import type { FeeEstimate, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";
import { assembleSigned, buildUnsigned, movementIn } from "@/lib/chains/tron/build";
import { toBase58, toHexAddress } from "@/lib/chains/tron/config";
import { parseRawData, serializeRawData, toMessage } from "@/lib/chains/tron/raw-data";
import { createMoments } from "@/lib/chains/tron/spend";
import { writeTerms } from "@/lib/chains/tron/transfer-terms";

const OWNER = "41dd791d6b49e190062d650e6a23c575510d35f2f9";
const RECEIVER = "4192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a";
const TOKEN = "41eca9bc828a3005b9a3b909f2cc5c2a54794de05f";

/**
 * Transactions created by a java-tron node of the Nile test network, as its documentation prints
 * them under /wallet/createtransaction and /wallet/triggersmartcontract: bytes from an independent
 * program.
 */
const NILE = {
  transfer: {
    rawDataHex:
      "0a0229272208939ece39d08a7abe40d8c483c1dd335a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a1541dd791d6b49e190062d650e6a23c575510d35f2f912154192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a18c0843d70d68780c1dd33",
    id: "6303c7639f591407ef9f34a7ac8c9c9a21151f5a6af21924502515734fc267ab",
    envelope: envelope(0x3fe_2927, "939ece39d08a7abe", 1777447527000, 1777447470038),
  },
  call: {
    rawDataHex:
      "0a0228c32208ce6d34028278856940f89cf1c0dd335aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a1541dd791d6b49e190062d650e6a23c575510d35f2f9121541eca9bc828a3005b9a3b909f2cc5c2a54794de05f2244a9059cbb000000000000000000000000088a2bfcb1c7271029fd69a66859d5556089588400000000000000000000000000000000000000000000000000000000000000647089d0edc0dd33900180c2d72f",
    id: "8c621a0dc9bd4d405b20d0a43143955b9f546f98bbfde1aec295a65b0f925629",
    envelope: envelope(0x3fe_28c3, "ce6d340282788569", 1777447227000, 1777447168009),
  },
};

function envelope(height: number, hashMiddle: string, expiration: number, timestamp: number) {
  const hash = `${height.toString(16).padStart(16, "0")}${hashMiddle}${"0".repeat(32)}`;
  return { reference: { height, hash }, expiration, timestamp };
}

function feeWith(feeLimit: bigint): FeeEstimate {
  const terms = writeTerms({ feeLimit, perEnergy: 100n, bytes: 345n, bandwidthUnits: 345_000n, activationUnits: 0n });
  return { priority: "recommended", expectedUnits: 1n, maximumUnits: feeLimit + 345_000n, terms };
}

function request(toHex: string, asset: Asset, units: bigint, ownerHex = OWNER): TransferRequest {
  const source = { kind: "expiring" as const, address: toBase58(ownerHex) };
  return { source, outputs: [{ to: { address: toBase58(toHex), memo: null }, asset, units }] };
}

const TRX: Asset = { kind: "native" };
const USDT: Asset = { kind: "token", contract: toBase58(TOKEN) };
const rawHexOf = ({ payload }: UnsignedTransfer) => bytesToHex(serializeRawData(toMessage(parseRawData(payload))));
const idOf = ({ signingRequests }: UnsignedTransfer) => bytesToHex(signingRequests[0]?.message ?? new Uint8Array());

/** Hand-written protocol buffers, as a second way to the same bytes. */
const varint = (value: bigint): string => {
  const [low, rest] = [Number(value & 0x7fn), value >> 7n];
  const byte = (rest === 0n ? low : low | 0x80).toString(16).padStart(2, "0");
  return rest === 0n ? byte : byte + varint(rest);
};
const bytesField = (tag: string, hex: string) => `${tag}${varint(BigInt(hex.length / 2))}${hex}`;
const text = (words: string) => Buffer.from(words).toString("hex");

function encodeByHand(kind: "TransferContract" | "TriggerSmartContract", body: string, rest: string[]): string {
  const parameter = bytesField("0a", text(`type.googleapis.com/protocol.${kind}`)) + bytesField("12", body);
  const contract = `08${kind === "TransferContract" ? "01" : "1f"}${bytesField("12", parameter)}`;
  const [bytes, hash, expiration, timestamp, feeLimit] = rest;
  return `${bytesField("0a", bytes ?? "")}${bytesField("22", hash ?? "")}40${expiration}${bytesField("5a", contract)}70${timestamp}${feeLimit ?? ""}`;
}

describe("building TRON transactions", () => {
  it("builds exactly the bytes that a test network node built for the same transfers", () => {
    const trx = buildUnsigned(request(RECEIVER, TRX, 1_000_000n), feeWith(0n), NILE.transfer.envelope);
    expect(rawHexOf(trx)).toBe(NILE.transfer.rawDataHex);
    expect(idOf(trx)).toBe(NILE.transfer.id);
    const asked = request("41088a2bfcb1c7271029fd69a66859d55560895884", USDT, 100n);
    const token = buildUnsigned(asked, feeWith(100_000_000n), NILE.call.envelope);
    expect(rawHexOf(token)).toBe(NILE.call.rawDataHex);
    expect(idOf(token)).toBe(NILE.call.id);
  });

  it("matches a hand-written encoder, from one sun to the maximum", () => {
    for (const units of [1n, 127n, 128n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n]) {
      const { reference, expiration, timestamp } = envelope(
        65_535 + Number(units % 1000n),
        "0102030405060708",
        1_800_000_000_123,
        1,
      );
      const fields = [
        (reference.height % 65_536).toString(16).padStart(4, "0"),
        "0102030405060708",
        varint(BigInt(expiration)),
        varint(BigInt(timestamp)),
      ];
      const parties = bytesField("0a", OWNER) + bytesField("12", RECEIVER);
      const trx = buildUnsigned(request(RECEIVER, TRX, units), feeWith(0n), { reference, expiration, timestamp });
      expect(rawHexOf(trx)).toBe(encodeByHand("TransferContract", `${parties}18${varint(units)}`, fields));
      // A token amount may be any 256-bit number.
      const amount = units * 2n ** 190n;
      const feeLimit = units < 2n ** 53n ? units : 1n;
      const data = `a9059cbb${RECEIVER.slice(2).padStart(64, "0")}${amount.toString(16).padStart(64, "0")}`;
      const call = bytesField("0a", OWNER) + bytesField("12", TOKEN) + bytesField("22", data);
      const token = buildUnsigned(request(RECEIVER, USDT, amount), feeWith(feeLimit), {
        reference,
        expiration,
        timestamp,
      });
      const limited = [...fields, `9001${varint(feeLimit)}`];
      expect(rawHexOf(token)).toBe(encodeByHand("TriggerSmartContract", call, limited));
    }
  });

  it("rejects what a transfer cannot express, and TRX beyond what the chain can count", () => {
    const build = (changed: TransferRequest) => () => buildUnsigned(changed, feeWith(0n), NILE.transfer.envelope);
    const { source, outputs } = request(RECEIVER, TRX, 5n);
    const [output] = outputs;
    if (output === undefined) throw new Error("the request has an output");
    expect(build({ source, outputs: [] })).toThrow();
    expect(build({ source, outputs: [output, output] })).toThrow();
    expect(build({ source, outputs: [{ ...output, units: 0n }] })).toThrow();
    expect(build({ source, outputs: [{ ...output, to: { ...output.to, memo: "7" } }] })).toThrow();
    expect(build({ source, outputs: [{ ...output, to: { address: RECEIVER, memo: null } }] })).toThrow(
      /no TRON address/,
    );
    expect(build({ source: { kind: "nonce", address: source.kind, nonce: 1n }, outputs })).toThrow();
    expect(build(request(RECEIVER, TRX, 2n ** 63n))).toThrow(TransactionRefusedError);
    expect(build(request(RECEIVER, USDT, 2n ** 256n))).toThrow(RangeError);
  });

  it("reads the effects of the unsigned bytes for the simulation before signing", () => {
    const trx = buildUnsigned(request(RECEIVER, TRX, 2n ** 53n + 1n), feeWith(0n), NILE.transfer.envelope);
    expect(movementIn(trx)).toEqual({
      from: toBase58(OWNER),
      to: toBase58(RECEIVER),
      contract: null,
      units: 2n ** 53n + 1n,
      data: "",
    });
    const token = buildUnsigned(request(RECEIVER, USDT, 7n), feeWith(1n), NILE.transfer.envelope);
    expect(movementIn(token)).toMatchObject({ from: toBase58(OWNER), contract: toBase58(TOKEN), units: 0n });
    expect(() =>
      movementIn({ ...token, payload: '{"contract":[{"type":"AccountPermissionUpdateContract"}]}' }),
    ).toThrow();
  });

  it("gives two equal payments different ids", () => {
    const moment = createMoments(() => 1_800_000_000_000);
    const build = () =>
      buildUnsigned(request(RECEIVER, TRX, 5n), feeWith(0n), { ...NILE.transfer.envelope, timestamp: moment() });
    expect(rawHexOf(build())).not.toBe(rawHexOf(build()));
  });
});

describe("assembling TRON transactions", () => {
  const secret = hexToBytes("11".repeat(32));
  const ownerHex = `41${bytesToHex(keccak_256(secp256k1.getPublicKey(secret, false).slice(1)).slice(-20))}`;
  const unsigned = buildUnsigned(request(RECEIVER, TRX, 5n, ownerHex), feeWith(0n), NILE.transfer.envelope);
  const signWith = (key: Uint8Array) => {
    const message = unsigned.signingRequests[0]?.message ?? new Uint8Array();
    const recovered = secp256k1.sign(message, key, { prehash: false, lowS: true, format: "recovered" });
    return Uint8Array.from([...recovered.slice(1), recovered[0] ?? 0]);
  };

  it("frames the signed bytes as the chain does, under an id that no node provided", async () => {
    const signed = await assembleSigned(unsigned, [signWith(secret)]);
    const rawHex = rawHexOf(unsigned);
    const wire = signWith(secret);
    const framed = `${bytesField("0a", rawHex)}${bytesField("12", `${bytesToHex(wire.slice(0, 64))}${(27 + (wire[64] ?? 0)).toString(16)}`)}`;
    expect(bytesToHex(signed.raw)).toBe(framed);
    expect(signed.transactionId).toBe(bytesToHex(sha256(hexToBytes(rawHex))));
    expect(signed.spends).toEqual({ kind: "expiring", validUntil: 1777447527000n });
    expect(await assembleSigned({ ...unsigned }, [signWith(secret)])).toEqual(signed);
  });

  it("rejects signatures by other keys, missing ones, or ones over bytes altered since", async () => {
    const altered = { ...unsigned, payload: unsigned.payload.replace('"amount":"5"', '"amount":"6"') };
    expect(altered.payload).not.toBe(unsigned.payload);
    const good = signWith(secret);
    for (const [transfer, signatures] of [
      [unsigned, [signWith(hexToBytes("22".repeat(32)))]],
      [unsigned, [new Uint8Array(65)]],
      [unsigned, [good.slice(0, 64)]],
      [unsigned, [good, good]],
      [unsigned, []],
      [altered, [good]],
    ] as const) {
      await expect(assembleSigned(transfer, signatures)).rejects.toThrow(TransactionRefusedError);
    }
  });

  it("accepts only the canonical text of addresses", () => {
    expect(toHexAddress(toBase58(OWNER))).toBe(OWNER);
    expect(() => toHexAddress(OWNER)).toThrow(/no TRON address/);
  });
});
