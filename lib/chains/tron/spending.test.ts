import { describe, expect, it } from "vitest";
import type { Asset } from "@/lib/chains/facts";
import type { FeeEstimate, SignedTransfer, TransferRequest } from "@/lib/chains/spending";
import { readTokenDescription } from "@/lib/chains/tron/accounts";
import { buildUnsigned } from "@/lib/chains/tron/build";
import { toBase58 } from "@/lib/chains/tron/config";
import { message } from "@/lib/chains/tron/decode";
import { energyOf, readFeeEstimate } from "@/lib/chains/tron/fees";
import type { Fields, TronNode } from "@/lib/chains/tron/http-node";
import { expirationAfter, refusalOf, sendToNode, simulateOn } from "@/lib/chains/tron/spend";
import {
  type Answers,
  createFakeNode,
  fakeBlock,
  fakeHash,
  fakeTime,
  fakeTransaction,
} from "@/lib/chains/tron/testing/fake-node";
import { parseTerms } from "@/lib/chains/tron/transfer-terms";

const signal = new AbortController().signal;
const ID = "ab".repeat(32);
const [OWNER, RECEIVER, TOKEN] = [
  "41dd791d6b49e190062d650e6a23c575510d35f2f9",
  "4192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a",
  "41eca9bc828a3005b9a3b909f2cc5c2a54794de05f",
] as const;
const TRX: Asset = { kind: "native" };
const USDT: Asset = { kind: "token", contract: toBase58(TOKEN) };
const word = (value: bigint) => value.toString(16).padStart(64, "0");
const asHex = (text: string) => Buffer.from(text).toString("hex");

function request(asset: Asset, units = 5n): TransferRequest {
  const outputs = [{ to: { address: toBase58(RECEIVER), memo: null }, asset, units }];
  return { source: { kind: "expiring", address: toBase58(OWNER) }, outputs };
}

const PRICES = {
  getEnergyFee: 100n,
  getTransactionFee: 1_000n,
  getCreateNewAccountFeeInSystemContract: 1_000_000n,
  getCreateAccountFee: 100_000n,
};

/** Answers of a call, by the first four bytes of its data. */
const ran = (returned: string, more: Fields = {}) => ({
  result: { result: true },
  constant_result: [returned],
  energy_used: 0n,
  ...more,
});
const TRANSFER = "a9059cbb";
const usdtAnswers = (transfer: unknown, held: bigint) => (question: Fields) =>
  String(question.data).startsWith(TRANSFER) ? transfer : ran(word(held));

function nodeWith(changed: { resources?: Fields; receiver?: Fields; balance?: bigint; call?: Answers[string] }) {
  return createFakeNode({
    "wallet/getchainparameters": () => ({
      chainParameter: Object.entries(PRICES).map(([key, value]) => ({ key, value })),
    }),
    "wallet/getaccountresource": () => changed.resources ?? {},
    "wallet/getaccount": ({ address }) =>
      address === RECEIVER ? (changed.receiver ?? { address }) : { address, balance: changed.balance ?? 10n ** 9n },
    "wallet/getcontract": () => ({}),
    ...(changed.call === undefined ? {} : { "wallet/triggerconstantcontract": changed.call }),
  });
}

async function estimate(node: ReturnType<typeof nodeWith>, asset: Asset) {
  const fee = await readFeeEstimate(node, { request: request(asset), priority: "highest" }, signal);
  return { ...fee, terms: parseTerms(fee.terms) };
}

describe("the cost of a TRON transfer", () => {
  it("burns for every byte of TRX, unless free or staked bandwidth covers all of them", async () => {
    const bare = await estimate(nodeWith({}), TRX);
    // Explorers show 266 to 269 bytes for transfers of TRX; one digit less here because of the
    // small amount.
    expect(bare.terms.bytes).toBe(265n);
    expect(bare).toMatchObject({ expectedUnits: 265_000n, maximumUnits: 265_000n });
    for (const resources of [
      { freeNetLimit: 600n, freeNetUsed: 300n },
      { NetLimit: 265n, freeNetLimit: 600n, freeNetUsed: 600n },
    ]) {
      const covered = await estimate(nodeWith({ resources }), TRX);
      expect(covered).toMatchObject({ expectedUnits: 0n, maximumUnits: 265_000n });
    }
    const resources = { freeNetLimit: 600n, freeNetUsed: 336n, NetLimit: 264n };
    expect(await estimate(nodeWith({ resources }), TRX)).toMatchObject({ expectedUnits: 265_000n });
  });

  it("is 1.1 TRX to an address without an account, 1 with staked bandwidth, regardless of free bandwidth", async () => {
    const receiver = {};
    const free = { freeNetLimit: 600n };
    const expected = { expectedUnits: 1_100_000n, maximumUnits: 1_100_000n };
    expect(await estimate(nodeWith({ receiver, resources: free }), TRX)).toMatchObject(expected);
    const staked = await estimate(nodeWith({ receiver, resources: { NetLimit: 5_000n } }), TRX);
    expect(staked).toMatchObject({ expectedUnits: 1_000_000n, maximumUnits: 1_100_000n });
  });

  it("counts energy with its penalty once, minus the sender's stake, under a limit with headroom", async () => {
    const transfer = ran(word(1n), { energy_used: 64_285n, energy_penalty: 49_635n });
    const call = usdtAnswers(transfer, 7n);
    const bare = await estimate(nodeWith({ call }), USDT);
    expect(bare.terms.bytes).toBe(345n);
    expect(bare.expectedUnits).toBe(64_285n * 100n + 345_000n);
    // Enough even if the recipient has emptied its account by then, which costs 130,285.
    expect(bare.terms.feeLimit).toBeGreaterThan(13_028_500n);
    expect(bare.maximumUnits).toBe(bare.terms.feeLimit + 345_000n);
    const resources = { EnergyLimit: 64_000n, EnergyUsed: 1_000n, freeNetLimit: 600n };
    const staked = await estimate(nodeWith({ call, resources }), USDT);
    expect(staked).toMatchObject({ expectedUnits: 1_285n * 100n, maximumUnits: bare.maximumUnits });
    const rich = await estimate(nodeWith({ call, resources: { ...resources, EnergyLimit: 10n ** 9n } }), USDT);
    expect(rich.expectedUnits).toBe(0n);
  });

  it("assumes USDT's known energy while the sender cannot simulate it, and adds room for a first holder only once", () => {
    const untried = { succeeded: false, reason: "REVERT opcode executed" } as const;
    expect(energyOf(untried, "holder").limit).toBeGreaterThan(130_285n);
    expect(energyOf(untried, "firstHolder")).toEqual({ expected: 131_000n, limit: 175_000n });
    const tried = { succeeded: true, returned: "", energy: 130_285n, penalty: 100_000n } as const;
    expect(energyOf(tried, "firstHolder")).toEqual({ expected: 130_285n, limit: 169_371n });
  });

  it("is rejected above ten times any historical price, and above the energy of any transfer", async () => {
    const pricey = (key: keyof typeof PRICES, value: bigint) => {
      const chainParameter = Object.entries({ ...PRICES, [key]: value }).map(([name, price]) => ({
        key: name,
        value: price,
      }));
      const node = nodeWith({ call: usdtAnswers(ran(word(1n), { energy_used: 64_285n }), 7n) });
      const ask: TronNode["ask"] = async (path, question, signalled) =>
        path === "wallet/getchainparameters" ? { chainParameter } : node.ask(path, question, signalled);
      return readFeeEstimate({ ...node, ask }, { request: request(USDT), priority: "high" }, signal);
    };
    const tooDear = { name: "TransactionRefusedError", reason: "fee" };
    expect((await pricey("getEnergyFee", 420n)).maximumUnits).toBeGreaterThan(0n);
    await expect(pricey("getEnergyFee", 4_201n)).rejects.toMatchObject(tooDear);
    await expect(pricey("getTransactionFee", 10_001n)).rejects.toMatchObject(tooDear);
    await expect(pricey("getCreateNewAccountFeeInSystemContract", 10_000_001n)).rejects.toMatchObject(tooDear);
    const greedy = usdtAnswers(ran(word(1n), { energy_used: 400_000n }), 7n);
    await expect(estimate(nodeWith({ call: greedy }), USDT)).rejects.toMatchObject(tooDear);
  });

  it("does not guess a price that the node does not report", async () => {
    const node = createFakeNode({ "wallet/getchainparameters": () => ({ chainParameter: [{ key: "getEnergyFee" }] }) });
    await expect(readFeeEstimate(node, { request: request(TRX), priority: "economy" }, signal)).rejects.toThrow(
      /tells no getTransactionFee/,
    );
  });
});

describe("the simulation before signing", () => {
  const envelope = { reference: { height: 7, hash: fakeHash(7) }, expiration: 1_800_000_300_000, timestamp: 1 };
  const good = ran(word(1n), { energy_used: 64_285n });

  async function trial(asset: Asset, changed: Parameters<typeof nodeWith>[0], units = 5n) {
    const call = usdtAnswers(good, 7n);
    const fee = await readFeeEstimate(nodeWith({ call }), { request: request(asset), priority: "high" }, signal);
    const unsigned = buildUnsigned(request(asset, units), fee, envelope);
    return simulateOn(nodeWith({ call, ...changed }), unsigned, signal);
  }

  it("passes what can be paid for, including staked resources", async () => {
    expect(await trial(TRX, { balance: 265_005n })).toEqual({ succeeds: true });
    expect(await trial(TRX, { balance: 5n, resources: { freeNetLimit: 600n } })).toEqual({ succeeds: true });
    const resources = { freeNetLimit: 600n, EnergyLimit: 10n ** 6n };
    expect(await trial(USDT, { balance: 0n, resources })).toEqual({ succeeds: true });
  });

  it("reports when amount or fee cannot be paid", async () => {
    expect(await trial(TRX, { balance: 265_004n })).toMatchObject({ succeeds: false, lacksFee: true });
    expect(await trial(USDT, { balance: 1n })).toMatchObject({ succeeds: false, lacksFee: true });
  });

  it("reports in the token's own words why it would not move, even when it only returns false", async () => {
    const reason = `08c379a0${word(32n)}${word(6n)}${asHex("BLOCKS").padEnd(64, "0")}`;
    const reverted = ran(reason, { result: { result: true, message: asHex("REVERT opcode executed") } });
    const marked = ran("", { transaction: { ret: [{ ret: "FAILED" }] } });
    const missing = {
      result: { code: "CONTRACT_VALIDATE_ERROR", message: asHex("Smart contract is not exist.") },
    };
    const dear = ran(word(1n), { energy_used: 10n ** 7n });
    for (const [answer, words] of [
      [reverted, "BLOCKS"],
      [marked, "the contract failed"],
      [missing, "Smart contract is not exist."],
      [ran(word(0n)), "the token answered false"],
      [dear, expect.stringContaining("above its limit")],
    ] as const) {
      const result = await trial(USDT, { call: usdtAnswers(answer, 7n) });
      expect(result).toEqual({ succeeds: false, reason: words, lacksFee: false });
    }
    const busy = { result: { code: "OTHER_ERROR", message: asHex("class OutOfTimeException : CPU timeout") } };
    await expect(trial(USDT, { call: usdtAnswers(busy, 7n) })).rejects.toThrow(/could not run a call/);
  });

  it("rejects TRX to a contract, as the chain does", async () => {
    expect(await trial(TRX, { receiver: { address: RECEIVER, type: "Contract" } })).toMatchObject({ succeeds: false });
  });
});

describe("a node's answer to a broadcast", () => {
  it.each([
    ["SIGERROR", "Validate signature error: sig error", "invalid"],
    ["CONTRACT_VALIDATE_ERROR", "Contract validate error : Amount must be greater than 0.", "invalid"],
    ["CONTRACT_VALIDATE_ERROR", "Validate TransferContract error, balance is not sufficient.", "funds"],
    ["CONTRACT_VALIDATE_ERROR", "Validate TransferContract error, no OwnerAccount.", "funds"],
    ["CONTRACT_VALIDATE_ERROR", "account [TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb] does not exist", "funds"],
    ["CONTRACT_EXE_ERROR", "Contract execute error : x", "invalid"],
    ["BANDWITH_ERROR", "Account resource insufficient error.", "funds"],
    ["TAPOS_ERROR", "Tapos check error.", "invalid"],
    ["TOO_BIG_TRANSACTION_ERROR", "", "invalid"],
    ["TRANSACTION_EXPIRATION_ERROR", "Transaction expired", "expired"],
    ["SERVER_BUSY", "Server busy.", null],
    ["NO_CONNECTION", "No connection.", null],
    ["NOT_ENOUGH_EFFECTIVE_CONNECTION", "P2P broadcast failed.", null],
    ["BLOCK_UNSOLIDIFIED", "Block unsolidified.", null],
    ["OTHER_ERROR", "Error: null", null],
  ] as const)("%s %s: %s", (code, said, reason) => {
    expect(refusalOf(code, said)).toBe(reason);
  });

  it("is decoded from hexadecimal as well as from plain text", () => {
    expect(message(asHex("Dup transaction."))).toBe("Dup transaction.");
    expect(message("Dup transaction.")).toBe("Dup transaction.");
    expect(message(undefined)).toBe("");
  });

  const signed: SignedTransfer = {
    raw: Uint8Array.of(1, 2, 255),
    transactionId: ID,
    spends: { kind: "expiring", validUntil: fakeTime(9) },
  };
  const send = (answer: Fields, changed: Answers = {}) => {
    const none = () => ({});
    const node = createFakeNode({
      "wallet/broadcasthex": ({ transaction }) => (transaction === "0102ff" ? answer : { Error: "other bytes" }),
      "wallet/gettransactionfrompending": none,
      "wallet/gettransactioninfobyid": none,
      "wallet/gettransactionbyid": none,
      "wallet/getnowblock": () => fakeBlock(8),
      ...changed,
    });
    return sendToNode(node, signed, signal);
  };
  const info = { id: ID, blockNumber: 7n, receipt: {} };
  const included: Answers = {
    "wallet/gettransactioninfobyid": () => info,
    "wallet/getblockbynum": () =>
      fakeBlock(7, [
        fakeTransaction(ID, "TransferContract", { owner_address: OWNER, to_address: RECEIVER, amount: 5n }),
      ]),
  };

  it("is no refusal of what the node already has, and no success of another transaction", async () => {
    expect(await send({ result: true, code: "SUCCESS", txid: ID })).toBe("accepted");
    await expect(send({ result: true, txid: "cd".repeat(32) })).rejects.toThrow(/took another one/);
    const dup = { result: false, code: "DUP_TRANSACTION_ERROR", message: "Dup transaction.", txid: ID };
    expect(await send(dup)).toBe("already-known");
    expect(await send(dup, { "wallet/gettransactionfrompending": () => ({ txID: ID }) })).toBe("already-known");
    expect(await send(dup, included)).toBe("already-included");
    expect(await send({ code: "TRANSACTION_EXPIRATION_ERROR" }, included)).toBe("already-included");
    await expect(send({ code: "TRANSACTION_EXPIRATION_ERROR" })).rejects.toMatchObject({ reason: "expired" });
    await expect(send({ code: "SERVER_BUSY" })).rejects.toThrow(/SERVER_BUSY/);
  });

  it("means expired when the node only remembers an expired transaction", async () => {
    const dup = { code: "DUP_TRANSACTION_ERROR" };
    await expect(send(dup, { "wallet/getnowblock": () => fakeBlock(9) })).rejects.toMatchObject({
      reason: "expired",
    });
  });
});

describe("the validity of a TRON transaction", () => {
  it("is five minutes of the chain's time, which outside the sandbox may not run far ahead of ours", () => {
    const at = (milliseconds: number) => ({ height: 1, hash: "", parentHash: "", time: new Date(milliseconds) });
    expect(expirationAfter(at(1_000_000), null)).toBe(1_300_000);
    expect(expirationAfter(at(1_000_000), 1_900_000)).toBe(1_300_000);
    expect(expirationAfter(at(90_000_000), 1_000_000)).toBe(1_360_000);
  });
});

describe("tokens", () => {
  it("are described whether they return a string or 32 bytes, and not at all when they are not tokens", async () => {
    const describeWith = (symbol: string, decimals = word(6n)) => {
      const call = ({ data }: Fields) => ran(data === "313ce567" ? decimals : symbol);
      return readTokenDescription(nodeWith({ call }), toBase58(TOKEN), signal);
    };
    const asString = `${word(32n)}${word(4n)}${asHex("USDT").padEnd(64, "0")}`;
    expect(await describeWith(asString)).toEqual({ symbol: "USDT", decimals: 6 });
    expect(await describeWith(asHex("OLD").padEnd(64, "0"), word(18n))).toEqual({ symbol: "OLD", decimals: 18 });
    const beyondItsEnd = `${word(32n)}${word(10n ** 30n)}`;
    for (const bad of ["", "ff", beyondItsEnd]) expect(await describeWith(bad)).toBeNull();
    expect(await describeWith(asString, word(256n))).toBeNull();
    expect(await describeWith(asString, "")).toBeNull();
  });
});

describe("an estimate", () => {
  it("is the same for every priority, because paying more does not speed up inclusion", async () => {
    const all = await Promise.all(
      (["economy", "recommended", "high", "highest"] as const).map((priority) =>
        readFeeEstimate(nodeWith({}), { request: request(TRX), priority }, signal),
      ),
    );
    expect(
      new Set(all.map(({ priority: _, ...fee }: FeeEstimate) => JSON.stringify(fee, (__, v) => String(v)))).size,
    ).toBe(1);
  });
});
