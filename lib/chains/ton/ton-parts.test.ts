import { sha256 } from "@noble/hashes/sha2.js";
import {
  Address,
  beginCell,
  Cell,
  Dictionary,
  external,
  internal,
  SendMode,
  storeMessage,
  storeStateInit,
} from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { WalletContractV5R1 } from "@ton/ton";
import { describe, expect, it } from "vitest";
import {
  decodeTokenNotification,
  encodeComment,
  encodeTokenTransfer,
  purposeOf,
  readComment,
} from "@/lib/chains/ton/bodies";
import { guessOwners } from "@/lib/chains/ton/deposits";
import { reasonOf } from "@/lib/chains/ton/spend";
import { decodeContent } from "@/lib/chains/ton/token-content";
import { encodeRequest, normalisedHash, signRequest, walletAddress, walletInit } from "@/lib/chains/ton/wallet";
import { encodeTonAddress } from "@/lib/custody/addresses/ton-and-accounts";

const KEY = keyPairFromSeed(Buffer.alloc(32, 7));
const RECEIVER = Address.parse("UQBHyu-oZVDHRYQ1-rKlGqpHy5yAqanPBirEQNMNOmfHLtaT");
const wallet = WalletContractV5R1.create({ publicKey: KEY.publicKey });
const message = internal({ to: RECEIVER, value: 1_234_567_890n, bounce: false, body: encodeComment("order 7") });

describe("a wallet request", () => {
  it("has exactly the bytes that the wallet's own library builds", () => {
    const theirs = wallet.createTransfer({
      secretKey: KEY.secretKey,
      seqno: 41,
      timeout: 1_800_000_000,
      sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
      messages: [message],
    });
    const request = encodeRequest({ sequence: 41, validUntil: 1_800_000_000, message });
    const slice = theirs.beginParse();
    slice.skip(slice.remainingBits - 512);
    const ours = signRequest(request, slice.loadBuffer(64));
    expect(ours.hash().toString("hex")).toBe(theirs.hash().toString("hex"));
  });

  it("belongs to the address that custody computes independently", () => {
    expect(walletAddress(KEY.publicKey)).toBe(encodeTonAddress("v5r1", KEY.publicKey));
    expect(walletInit(KEY.publicKey).code?.hash().toString("hex")).toBe(
      "20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f",
    );
  });

  it("is identified by its normalised form: no state, no fee, and the body in a separate cell", () => {
    const body = encodeComment("a body");
    const hashOf = (sent: ReturnType<typeof external>) =>
      beginCell()
        .store(storeMessage(sent, { forceRef: true }))
        .endCell()
        .hash()
        .toString("hex");
    expect(normalisedHash(RECEIVER, body)).toBe(hashOf(external({ to: RECEIVER, body })));
    expect(normalisedHash(RECEIVER, body)).not.toBe(
      hashOf(external({ to: RECEIVER, body, init: walletInit(KEY.publicKey) })),
    );
  });
});

describe("comments", () => {
  it.each(["7", "Bestellung Nr. 12, größer als ein Cell — ".repeat(20), "订单"])(
    "are decoded as they were encoded: %s",
    (memo) => {
      expect(readComment(encodeComment(memo).beginParse())).toBe(memo);
    },
  );

  it("are null when there is none, or it is unreadable", () => {
    const bodies = [
      encodeComment(null),
      beginCell().storeUint(1, 32).storeStringTail("another operation").endCell(),
      beginCell().storeUint(0, 32).storeUint(0xff, 8).endCell(),
      beginCell().storeUint(0, 32).storeUint(1, 3).endCell(),
      encodeComment("x".repeat(5_000)),
      encodeComment("zero \0 inside"),
    ];
    expect(bodies.map((body) => readComment(body.beginParse()))).toEqual(bodies.map(() => null));
  });
});

describe("token messages", () => {
  const sender = Address.parse("EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs");
  const head = (operation = 0x7362d09c) =>
    beginCell().storeUint(operation, 32).storeUint(9, 64).storeCoins(1_000_001n).storeAddress(sender);

  it("contain amount, payer and comment, in the same cell or a separate one", () => {
    const words = encodeComment("order 8");
    const inline = head().storeBit(false).storeSlice(words.beginParse()).endCell();
    const apart = head().storeBit(true).storeRef(words).endCell();
    const told = { units: 1_000_001n, from: sender.toString({ bounceable: false }), memo: "order 8" };
    expect([inline, apart].map(decodeTokenNotification)).toEqual([told, told]);
  });

  it("report money even when the comment is malformed, and nothing when the message is", () => {
    expect(decodeTokenNotification(head().endCell())?.memo).toBeNull();
    expect(decodeTokenNotification(head(0x7362d09d).storeBit(false).endCell())).toBeNull();
    expect(decodeTokenNotification(beginCell().storeUint(0x7362d09c, 32).endCell())).toBeNull();
    expect(decodeTokenNotification(Cell.EMPTY)).toBeNull();
  });

  it("ask our own wallet to send, and to return the excess to us", () => {
    const order = { units: 5n, to: RECEIVER, owner: sender, memo: "order 9" };
    const slice = encodeTokenTransfer(order).beginParse();
    expect(purposeOf(encodeTokenTransfer(order))).toBe("token-transfer");
    expect([slice.loadUint(32), slice.loadUintBig(64), slice.loadCoins()]).toEqual([0x0f8a7ea5, 0n, 5n]);
    expect([slice.loadAddress(), slice.loadAddress()].map(String)).toEqual([RECEIVER, sender].map(String));
    expect([slice.loadBit(), slice.loadCoins(), slice.loadBit()]).toEqual([false, 1n, true]);
    expect(readComment(slice.loadRef().beginParse())).toBe("order 9");
  });
});

it.each([0, 4])("guesses the owner of a token wallet from its deployment data, with %i bits of status", (bits) => {
  const data = beginCell()
    .storeUint(0, bits)
    .storeCoins(0)
    .storeAddress(RECEIVER)
    .storeAddress(wallet.address)
    .endCell();
  const init = beginCell()
    .store(storeStateInit({ code: Cell.EMPTY, data }))
    .endCell();
  expect(guessOwners(init)).toEqual([RECEIVER.toString({ bounceable: false })]);
  expect(
    [
      Cell.EMPTY,
      null,
      beginCell()
        .store(storeStateInit({ code: Cell.EMPTY }))
        .endCell(),
    ].flatMap(guessOwners),
  ).toEqual([]);
});

describe("a token description", () => {
  const contentOf = (texts: Readonly<Record<string, string>>) => {
    const content = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
    for (const [name, text] of Object.entries(texts)) {
      content.set(
        Buffer.from(sha256(new TextEncoder().encode(name))),
        beginCell().storeUint(0, 8).storeStringTail(text).endCell(),
      );
    }
    return beginCell().storeUint(0, 8).storeDict(content).endCell();
  };

  it("is read from the chain, with nine decimals where none are given and no page is named", () => {
    expect(decodeContent(contentOf({ symbol: "TUSD", decimals: "6" }))).toEqual({ symbol: "TUSD", decimals: "6" });
    expect(decodeContent(contentOf({ symbol: "NINE" }))).toEqual({ symbol: "NINE", decimals: "9" });
    expect(decodeContent(contentOf({ uri: "https://example.com/x.json", decimals: "6" }))).toEqual({
      symbol: null,
      decimals: "6",
    });
  });

  it("is unknown where the chain only names a page, or holds invalid data", () => {
    const page = beginCell().storeUint(1, 8).storeStringTail("https://example.com/x.json").endCell();
    const unknown = { symbol: null, decimals: null };
    expect([page, Cell.EMPTY, contentOf({ uri: "https://example.com/x.json" })].map(decodeContent)).toEqual([
      unknown,
      unknown,
      unknown,
    ]);
  });
});

it.each([
  ["exitcode=133, steps=20, gas_used=0", "spent"],
  ["exitcode=136, steps=20, gas_used=0", "expired"],
  ["exitcode=135, steps=20, gas_used=0", "invalid"],
  ["LITE_SERVER_UNKNOWN: cannot apply external message to current state : Failed to unpack account state", "funds"],
  [
    "LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted",
    "invalid",
  ],
  ["cannot deserialize bag-of-cells", "invalid"],
  ["LITE_SERVER_NETWORK: timeout", null],
  ["internal server error: connection refused", null],
])("maps a node's error message to its reason: %s", (words, reason) => {
  expect(reasonOf(`HTTP 500 ${words}`)).toBe(reason);
});
