import { describe, expect, it } from "vitest";
import { matching, never } from "@/lib/chains/contract/steps";
import { ChainInconsistentError, TransactionRefusedError } from "@/lib/chains/errors";
import { exactNumber, parseExact, printExact } from "@/lib/chains/monero/decode";
import { transactionWeight } from "@/lib/chains/monero/fees";
import { answerChallenge } from "@/lib/chains/monero/http-endpoint";
import { createMoneroNode, type MoneroNode, type MoneroService } from "@/lib/chains/monero/monero-node";
import { openPayload, paysAll, printPayload } from "@/lib/chains/monero/payload";
import { readTransaction, readTransactionHead } from "@/lib/chains/monero/raw-transaction";
import { scanRange } from "@/lib/chains/monero/scan";
import { GOLDEN, GOLDEN_HEX, GOLDEN_KEY } from "@/lib/chains/monero/testing/golden-transaction";
import { toTransfers } from "@/lib/chains/monero/transactions";
import type { FeeEstimate } from "@/lib/chains/spending";
import { readFakeAnswer } from "@/lib/chains/testing/fake-answer";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const [first, second] = GOLDEN.payments;

describe("a transaction of a wallet service", () => {
  const golden = readTransaction(bytes(GOLDEN_HEX));
  const outputs = GOLDEN.payments.map(({ address, units }) => {
    return { to: { address, memo: null }, asset: { kind: "native" } as const, units };
  });
  const payload = printPayload(GOLDEN_HEX, GOLDEN_KEY, outputs);
  const feeOf = (maximumUnits: bigint): FeeEstimate => {
    return { priority: "recommended", expectedUnits: 1n, maximumUnits, terms: "level 2" };
  };

  it("yields its id, its fee and its key images from its own bytes, as the wallet does", () => {
    expect(golden).toMatchObject({ transactionId: GOLDEN.transactionId, feeUnits: GOLDEN.feeUnits, unlockTime: 0n });
    expect(golden.keyImages.toSorted()).toEqual([...GOLDEN.keyImages].sort());
    expect(readTransactionHead(bytes(GOLDEN_HEX))).toEqual({ keyImages: golden.keyImages, feeUnits: GOLDEN.feeUnits });
    expect(() => readTransaction(bytes(GOLDEN_HEX).slice(0, 300))).toThrow(/end too early/);
  });

  it("proves whom it pays how much, and nothing that it does not pay", () => {
    expect(paysAll(golden, GOLDEN_KEY, [first, second])).toBe(true);
    expect(paysAll(golden, GOLDEN_KEY, [second, first])).toBe(true);
    expect(paysAll(golden, GOLDEN_KEY, [{ ...first, units: first.units + 1n }])).toBe(false);
    expect(paysAll(golden, GOLDEN_KEY, [first, first])).toBe(false);
    expect(paysAll(golden, GOLDEN_KEY, [{ ...first, address: second.address }])).toBe(false);
    const silent = { ...golden, extra: new Uint8Array() };
    expect(paysAll(silent, GOLDEN_KEY, [first])).toBe(false);
    const forged = golden.outputs.map((output) => ({ ...output, commitment: output.key }));
    expect(paysAll({ ...golden, outputs: forged }, GOLDEN_KEY, [first])).toBe(false);
  });

  it("is rejected when it costs more than allowed, pays a third party, or omits a recipient", () => {
    expect(openPayload({ payload, fee: feeOf(GOLDEN.feeUnits) }).transactionId).toBe(GOLDEN.transactionId);
    const refused = (changed: string, maximum: bigint = GOLDEN.feeUnits) =>
      expect(() => openPayload({ payload: changed, fee: feeOf(maximum) })).toThrow(TransactionRefusedError);
    refused(payload, GOLDEN.feeUnits - 1n);
    refused(printPayload(GOLDEN_HEX, GOLDEN_KEY, outputs.slice(1)));
    refused(printPayload(GOLDEN_HEX, GOLDEN_KEY, [...outputs, ...outputs.slice(1)]));
    refused(printPayload(GOLDEN_HEX, GOLDEN_KEY.replace(/^../, "00"), outputs.slice(0, 1)));
  });

  it("has about the estimated weight", () => {
    // Two inputs: the wallet reported 2853 with three outputs, and 2166 to 2171 with two.
    for (const [outputCount, said] of [
      [3, 2853],
      [2, 2170],
    ] as const) {
      const estimated = Number.parseInt(transactionWeight(2, outputCount).toString(), 10);
      expect(Math.abs(estimated - said) / said).toBeLessThan(0.05);
    }
  });
});

describe("payments that a wallet service lists", () => {
  const block = { height: 1_000, hash: "ab".repeat(32), parentHash: "cd".repeat(32), time: new Date(0) };
  const payment = {
    transactionId: "01".repeat(32),
    height: 1_000,
    major: 0,
    minor: 7,
    address: second.address,
    units: 5n,
    unlockTime: 0n,
    isContested: false,
  };
  const lockOf = (unlockTime: bigint) => toTransfers({ ...payment, unlockTime }, block).map((t) => t.lockedUntilHeight);

  it("have a position that is not an output index, and no sender", () => {
    expect(toTransfers(payment, block)).toMatchObject([{ position: "subaddress:0/7", from: null, units: 5n }]);
  });

  it("are ignored when locked for longer than a coinbase, or until a time", () => {
    expect(lockOf(0n)).toEqual([undefined]);
    expect(lockOf(1_000n)).toEqual([undefined]);
    expect(lockOf(1_060n)).toEqual([1_060]);
    for (const never of [1_061n, 499_999_999n, 500_000_000n, 2n ** 64n - 1n]) expect(lockOf(never)).toEqual([]);
    expect(toTransfers({ ...payment, unlockTime: 1_010n }, null)).toEqual([]);
  });
});

describe("the settings of a node", () => {
  it("name a wallet and its daemon, and show no credentials", () => {
    const url = "http://u:p@wallet.test:18083/?daemon=http://d:q@daemon.test:18081&signer=https://s:r@signer.test";
    const { name, wallet, daemon, signer } = createMoneroNode(url, 1_000);
    expect([name, daemon.name, wallet.name, signer?.name]).toEqual([
      "daemon.test:18081",
      "daemon.test:18081",
      "wallet.test:18083",
      "signer.test",
    ]);
    for (const wrong of ["http://wallet.test:18083", "http://a:secret@w/?daemon=d", "http://w/?daemon=ftp://secret"]) {
      expect(() => createMoneroNode(wrong, 1_000)).toThrow(TypeError);
      expect(() => createMoneroNode(wrong, 1_000)).not.toThrow(/secret/);
    }
  });

  it("answer what a service requests: a digest in preference to a bare password, and nothing unasked", () => {
    const credentials = { user: "u", password: "p" };
    const attempt = { method: "POST", path: "/json_rpc" };
    const digest = 'Digest qop="auth",algorithm=MD5,realm="monero-rpc",nonce="abc",stale=false';
    expect(answerChallenge([digest, "Basic realm=x"], credentials, attempt)).toMatch(
      /^Digest username="u", realm="mon/,
    );
    expect(answerChallenge(["Basic realm=x"], credentials, attempt)).toBe("Basic dTpw");
    expect(answerChallenge([digest.replace("MD5", "MD5-sess")], credentials, attempt)).toBeNull();
  });

  it("keep 64-bit amounts exact in both directions", () => {
    expect(parseExact('{"a":[18446744073709551615],"b":1.5}')).toEqual({ a: [2n ** 64n - 1n], b: "1.5" });
    expect(printExact({ a: 2n ** 64n - 1n, b: "1" })).toBe('{"a":18446744073709551615,"b":"1"}');
  });
});

describe("a scan", () => {
  const hashOf = (height: number) => height.toString(16).padStart(64, "0");
  const header = (height: number) => {
    return { height: BigInt(height), hash: hashOf(height), prev_hash: hashOf(height - 1), timestamp: 1n };
  };
  const transfer = {
    txid: "01".repeat(32),
    height: 11n,
    amount: 5n,
    subaddr_index: { major: 0n, minor: 1n },
    address: first.address,
    unlock_time: 0n,
  };
  /** A daemon and a wallet with fixed answers. */
  const nodeSaying = (walletBlocks: bigint, inBlock: readonly string[]): MoneroNode => {
    const answers: Readonly<Record<string, object>> = {
      get_block_headers_range: { headers: [header(10), header(11)] },
      get_block_header_by_height: { block_header: header(11) },
      get_block: { block_header: header(11), miner_tx_hash: "ff".repeat(32), tx_hashes: inBlock },
      get_height: { height: walletBlocks },
      get_transfers: { in: [transfer] },
    };
    const call: MoneroService["call"] = async (method, _parameters, _signal, reading) => {
      const read = await readFakeAnswer(printExact({ result: answers[method] }), exactNumber, reading);
      return { ...(read as { result?: object }).result };
    };
    const service = { name: "test", call, post: () => Promise.reject(new Error("nobody asked")) };
    return { name: "test", daemon: service, wallet: service, signer: null };
  };
  const scan = (node: MoneroNode) => {
    const match = matching([{ address: first.address, memo: null }]);
    return scanRange(node, async () => {}, { fromHeight: 10, toHeight: 11, match }, never());
  };

  it("trusts a wallet only for blocks that it has read, and for transactions that the daemon has in them", async () => {
    const { transfers } = await scan(nodeSaying(12n, [transfer.txid]));
    expect(transfers).toMatchObject([{ units: 5n, block: { height: 11 } }]);
    await expect(scan(nodeSaying(11n, [transfer.txid]))).rejects.toThrow(ChainInconsistentError);
    await expect(scan(nodeSaying(12n, ["02".repeat(32)]))).rejects.toThrow(ChainInconsistentError);
  });
});
