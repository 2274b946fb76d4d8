import type { Address, Signature } from "@solana/kit";
import { TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSolanaClient, refusalOf, transferSol } from "./testing/client";
import { type SolanaProcess, startSolanaNode, stopSolanaNodes } from "./testing/process";
import { openSolanaSandbox, SOL, type SolanaSandbox } from "./testing/sandbox";

let sandbox: SolanaSandbox;

beforeAll(async () => {
  sandbox = await openSolanaSandbox();
});

afterAll(stopSolanaNodes);

describe("blocks", () => {
  it("links blocks by hash across empty slots, and reports a missing block as nodes do", async () => {
    const first = Number(await sandbox.client.rpc.getSlot({ commitment: "processed" }).send());
    await sandbox.mine(1, 2);
    await sandbox.mine(4);
    const slots = await sandbox.client.rpc
      .getBlocks(BigInt(first), BigInt(first + 7), { commitment: "confirmed" })
      .send();
    expect(slots.map(Number)).toEqual([first, first + 3, first + 4, first + 5, first + 6]);
    const read = async (slot: number, commitment = "confirmed") =>
      sandbox.callRaw("getBlock", slot, { commitment, transactionDetails: "none" });
    const { result: before } = await read(first);
    const { result: after } = await read(first + 3);
    expect(after).toMatchObject({
      parentSlot: first,
      previousBlockhash: before.blockhash,
      blockHeight: before.blockHeight + 1,
    });
    expect((await read(first + 1)).error).toMatchObject({ code: -32007 });
    expect((await read(first + 6, "finalized")).error).toEqual({
      code: -32004,
      message: `Block not available for slot ${first + 6}`,
    });
    expect((await read(first, "processed")).error).toEqual({
      code: -32602,
      message: "Method does not support commitment below `confirmed`",
    });
  });

  it("shows a payment at each commitment only once enough blocks follow it", async () => {
    const { address } = await sandbox.client.newKey();
    const { transactionId: id } = await sandbox.give(address, SOL);
    const seen = async () => {
      const [status] = (await sandbox.callRaw("getSignatureStatuses", [id])).result.value;
      const balances = ["processed", "confirmed", "finalized"] as const;
      return [
        status?.confirmationStatus,
        status?.confirmations,
        ...(await Promise.all(balances.map((level) => sandbox.client.balance(address, level)))),
      ];
    };
    expect(await seen()).toEqual([undefined, undefined, 0n, 0n, 0n]);
    await sandbox.mine(1);
    expect(await seen()).toEqual(["processed", 0, SOL, 0n, 0n]);
    await sandbox.mine(1);
    expect(await seen()).toEqual(["confirmed", 1, SOL, SOL, 0n]);
    await sandbox.mine(2);
    expect(await seen()).toEqual(["finalized", null, SOL, SOL, SOL]);
  });

  it("validates a transaction before accepting it, against the requested state", async () => {
    const [from, to] = [await sandbox.client.newKey(), await sandbox.client.newKey()];
    await sandbox.give(from.address, 10n * SOL);
    await sandbox.mine(1);
    const { id, wire } = await sandbox.client.sign(from, [transferSol(from, to.address, SOL)]);
    const asked = (preflightCommitment: string) =>
      sandbox.callRaw("sendTransaction", wire, { encoding: "base64", preflightCommitment });
    expect((await asked("finalized")).error).toMatchObject({ code: -32002, data: { err: "BlockhashNotFound" } });
    expect(await sandbox.client.balance(from.address)).toBe(10n * SOL);
    expect((await asked("processed")).result).toBe(id);
    await sandbox.mine(2);
    // A client that does not declare the versions it reads gets an error for what it might not
    // understand.
    expect((await sandbox.callRaw("getTransaction", id, { commitment: "confirmed" })).error).toMatchObject({
      code: -32015,
    });
  });

  it("responds with the members of the documented examples, and with lossless 64-bit integers", async () => {
    const { address } = await sandbox.client.newKey();
    const { transactionId: id } = await sandbox.give(address, SOL);
    await sandbox.mine(2);
    const options = { commitment: "confirmed", maxSupportedTransactionVersion: 0 };
    const { result: found } = await sandbox.callRaw("getTransaction", id, options);
    expect(Object.keys(found).sort()).toEqual([
      "blockTime",
      "meta",
      "slot",
      "transaction",
      "transactionIndex",
      "version",
    ]);
    const { result: block } = await sandbox.callRaw("getBlock", found.slot, { ...options, rewards: true });
    expect(Object.keys(block).sort()).toEqual(
      ["blockHeight", "blockTime", "blockhash", "parentSlot", "previousBlockhash", "rewards", "transactions"].sort(),
    );
    expect(block.transactions).toEqual([{ transaction: found.transaction, meta: found.meta, version: found.version }]);
    const read = async (transactionDetails: string) =>
      (await sandbox.callRaw("getBlock", found.slot, { ...options, transactionDetails, rewards: false })).result;
    expect((await read("signatures")).signatures).toEqual([id]);
    expect((await read("accounts")).transactions).toMatchObject([
      {
        transaction: {
          signatures: [id],
          accountKeys: expect.arrayContaining([
            expect.objectContaining({ pubkey: address, signer: false, writable: true, source: "transaction" }),
          ]),
        },
        meta: { fee: 5_000 },
      },
    ]);
    expect(Object.keys(found.meta).sort()).toEqual(
      [
        ...[
          "computeUnitsConsumed",
          "err",
          "fee",
          "innerInstructions",
          "loadedAddresses",
          "logMessages",
          "postBalances",
        ],
        ...["postTokenBalances", "preBalances", "preTokenBalances", "rewards", "status"],
      ].sort(),
    );
    const { result: account } = await sandbox.callRaw("getAccountInfo", sandbox.usdt, { encoding: "base64" });
    expect(account).toEqual({
      context: { apiVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/), slot: expect.any(Number) },
      value: {
        data: [expect.any(String), "base64"],
        executable: false,
        lamports: 1_461_600,
        owner: TOKEN_PROGRAM_ADDRESS,
        rentEpoch: Number(2n ** 64n - 1n),
        space: 82,
      },
    });
    const { faucet } = await sandbox.node.control("describe");
    const balance = await sandbox.client.balance(faucet as Address);
    expect(balance % 1_000n).not.toBe(0n);
    expect(balance).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  });

  it("responds to a batch of calls in order, with an error code for each mistake", async () => {
    const post = async (body: string) =>
      (await fetch(sandbox.node.url, { method: "POST", headers: { "content-type": "application/json" }, body })).json();
    const calls = ["getGenesisHash", "getNothing", "getBalance"].map((method, id) => ({ jsonrpc: "2.0", id, method }));
    const { genesisHash } = await sandbox.node.control("describe");
    expect(await post(JSON.stringify(calls))).toMatchObject([
      { id: 0, result: genesisHash },
      { id: 1, error: { code: -32601 } },
      { id: 2, error: { code: -32602 } },
    ]);
    expect(await post("{")).toMatchObject({ id: null, error: { code: -32700 } });
    const tooLong = await fetch(sandbox.node.url, { method: "POST", body: " ".repeat(51_201) });
    expect(tooLong.status).toBe(413);
    await sandbox.node.control("health", { slotsBehind: 42 });
    expect((await sandbox.callRaw("getHealth")).error).toEqual({
      code: -32005,
      message: "Node is behind by 42 slots",
      data: { numSlotsBehind: 42 },
    });
    await sandbox.node.control("health", {});
    expect((await sandbox.callRaw("getHealth")).result).toBe("ok");
  });
});

describe("the process", () => {
  it("discards the oldest blocks with their transactions, and reports where its history begins", async () => {
    const forgetful = await startSolanaNode(["--manual", "--keep", "400"]);
    const { address } = await sandbox.client.newKey();
    const { transactionId } = await forgetful.control("send", { outputs: [{ to: address, units: String(SOL) }] });
    const { slot } = await forgetful.control("mine", { blocks: 1 });
    await forgetful.control("mine", { blocks: 420 });
    const { rpc, balance } = createSolanaClient(forgetful.url);
    const first = await rpc.getFirstAvailableBlock().send();
    expect(first).toBeGreaterThan(BigInt(Number(slot)));
    expect(
      await refusalOf(rpc.getBlock(BigInt(Number(slot)), { maxSupportedTransactionVersion: 0 }).send()),
    ).toMatchObject({ code: -32001 });
    const statuses = await rpc
      .getSignatureStatuses([transactionId as Signature], { searchTransactionHistory: true })
      .send();
    expect(statuses.value).toEqual([null]);
    expect(await balance(address)).toBe(SOL);
    await forgetful.stop();
  });

  it("resumes the same chain after a clean exit, and after it was killed", async () => {
    const first = await startSolanaNode(["--manual"]);
    const { address } = await sandbox.client.newKey();
    await first.control("send", { outputs: [{ to: address, units: String(SOL) }] });
    await first.control("mine", { blocks: 3, slots: 4 });
    await first.control("send", { outputs: [{ to: address, units: "1" }] });
    const look = async ({ url, control }: SolanaProcess) => {
      const { rpc, balance } = createSolanaClient(url);
      const slots = await rpc.getBlocks(0n, 100n, { commitment: "confirmed" }).send();
      const hash = await rpc.getLatestBlockhash({ commitment: "processed" }).send();
      return {
        described: await control("describe"),
        slots,
        hash,
        units: await balance(address),
        genesis: await rpc.getGenesisHash().send(),
      };
    };
    const seen = await look(first);
    await first.stop("SIGTERM");
    const second = await startSolanaNode(["--manual"], first.stateFile);
    expect(await look(second)).toEqual(seen);
    await second.control("mine", { blocks: 1 });
    expect((await look(second)).units).toBe(SOL + 1n);
    await second.stop("SIGKILL");
    const third = await startSolanaNode(["--manual"], first.stateFile);
    expect(await look(third)).toEqual(seen);
    await third.stop();
  });

  it("produces a block automatically soon after a transaction, and leaves every tenth slot empty", async () => {
    // An idle chain would produce a block once a day: the blocks here come from the payments.
    const automatic = await startSolanaNode(["--idle-ms", "86400000"]);
    const { rpc, balance } = createSolanaClient(automatic.url);
    for (let payment = 0; payment < 3; payment += 1) {
      const { address } = await sandbox.client.newKey();
      await automatic.control("send", { outputs: [{ to: address, units: String(SOL) }] });
      await expect.poll(() => balance(address), { interval: 20 }).toBe(SOL);
    }
    await automatic.control("mine", { blocks: 20 });
    const slots = await rpc.getBlocks(1n, 100n, { commitment: "confirmed" }).send();
    expect(slots.filter((slot) => slot % 10n === 0n && slot > 10n)).toEqual([]);
    expect(slots.length).toBeGreaterThan(20);
    await automatic.stop();
  });
});
