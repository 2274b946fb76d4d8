import { type Address, getAddressEncoder, getProgramDerivedAddress, type Signature } from "@solana/kit";
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createSolanaClient,
  limitUnits,
  offerPrice,
  refusalOf,
  type SolanaClient,
  transferSol,
} from "@/scripts/chains/testing/solana-client";
import { type SolanaProcess, startSolanaNode, stopSolanaNodes } from "@/scripts/chains/testing/solana-process";

const SOL = 1_000_000_000n;
/** Rent of an account without data, and of a token account (docs: getMinimumBalanceForRentExemption of 0 and 165 bytes). */
const EMPTY_RENT = 890_880n;
const TOKEN_RENT = 2_039_280n;
const SIGNATURE_FEE = 5_000n;

let node: SolanaProcess;
let client: SolanaClient;
let usdt: Address;

const mine = (blocks: number, slots = 0) => node.control("mine", { blocks, slots });
const give = (to: Address, units: bigint, contract: string | null = null) =>
  node.control("send", { outputs: [{ to, contract, units: String(units) }] });

async function newRichKey(units = 10n * SOL) {
  const key = await client.newKey();
  await give(key.address, units);
  await mine(1);
  return key;
}

const tokenAccountOf = async (owner: Address) =>
  (await findAssociatedTokenPda({ mint: usdt, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0];

/** A call as any client would write it, for looking at answers that a library would reshape. */
async function callRaw(method: string, ...params: unknown[]) {
  const response = await fetch(node.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
  });
  return response.json();
}

beforeAll(async () => {
  node = await startSolanaNode(["--manual", "--confirmed", "1", "--finalized", "3"]);
  client = createSolanaClient(node.url);
  const { tokens } = await node.control("describe");
  usdt = (tokens as { USDT: { address: Address } }).USDT.address;
});

afterAll(stopSolanaNodes);

describe("payments", () => {
  it("moves SOL to the lamport, takes the fee it quoted, and tells both in the transaction's metadata", async () => {
    const [from, to] = [await newRichKey(), await client.newKey()];
    for (const extras of [[], [limitUnits(1_001n), offerPrice(1_000_001n)], [offerPrice(2_500_000n)]]) {
      const [ours, theirs] = [await client.balance(from.address), await client.balance(to.address)];
      const instructions = [...extras, transferSol(from, to.address, SOL)];
      const quoted = await client.quoteFee(from, instructions);
      const { id, wire } = await client.sign(from, instructions);
      expect(await client.send(wire)).toBe(id);
      await mine(2);

      expect(await client.balance(to.address)).toBe(theirs + SOL);
      const paid = ours - SOL - (await client.balance(from.address));
      expect(paid).toBe(quoted);
      const meta = (await client.transaction(id))?.meta;
      expect(meta).toMatchObject({ err: null, fee: paid });
      expect(meta?.preBalances.slice(0, 2)).toEqual([ours, theirs]);
      expect(meta?.postBalances.slice(0, 2)).toEqual([ours - SOL - paid, theirs + SOL]);
    }
  });

  it("moves a token into an account made on the way, and tells whose it is before and after", async () => {
    const [from, to] = [await newRichKey(), await client.newKey()];
    await give(from.address, 5_000_000n, usdt);
    await mine(1);
    const [source, destination] = [await tokenAccountOf(from.address), await tokenAccountOf(to.address)];
    const before = await client.balance(from.address);
    const { id, wire } = await client.sign(from, [
      getCreateAssociatedTokenIdempotentInstruction({ payer: from, ata: destination, owner: to.address, mint: usdt }),
      getTransferCheckedInstruction({
        source,
        mint: usdt,
        destination,
        authority: from,
        amount: 1_234_567n,
        decimals: 6,
      }),
    ]);
    await client.send(wire);
    await mine(2);

    expect(await client.balance(from.address)).toBe(before - TOKEN_RENT - SIGNATURE_FEE);
    const found = await client.transaction(id);
    const { preTokenBalances: pre, postTokenBalances: post } = found?.meta ?? {};
    expect(pre).toMatchObject([{ owner: from.address, mint: usdt, uiTokenAmount: { amount: "5000000", decimals: 6 } }]);
    expect(Object.fromEntries((post ?? []).map(({ owner, uiTokenAmount }) => [owner, uiTokenAmount.amount]))).toEqual({
      [from.address]: "3765433",
      [to.address]: "1234567",
    });
    const byOwner = await client.rpc
      .getTokenAccountsByOwner(to.address, { mint: usdt }, { commitment: "processed", encoding: "jsonParsed" })
      .send();
    expect(byOwner.value.map(({ pubkey }) => pubkey)).toEqual([destination]);
    expect(byOwner.value[0]?.account.data.parsed.info.tokenAmount.uiAmountString).toBe("1.234567");
  });

  it("pays several owners in SOL and tokens by one transaction of the faucet, and nobody by one that is made to fail", async () => {
    const [one, other] = [await client.newKey(), await client.newKey()];
    const outputs = [
      { to: one.address, contract: null, units: String(SOL), memo: "for you" },
      { to: other.address, contract: null, units: String(2n * SOL) },
      { to: other.address, contract: usdt, units: "42" },
    ];
    const { transactionId } = await node.control("send", { outputs });
    const failing = await node.control("send", { outputs, fails: true });
    await mine(2);
    expect(await client.balance(one.address)).toBe(SOL);
    const history = await client.rpc.getSignaturesForAddress(other.address, { commitment: "confirmed" }).send();
    expect(history.map(({ signature, err, memo }) => ({ signature, failed: err !== null, memo }))).toEqual([
      { signature: failing["transactionId"], failed: true, memo: "[7] for you" },
      { signature: transactionId, failed: false, memo: "[7] for you" },
    ]);
    const page = await client.rpc
      .getSignaturesForAddress(other.address, {
        before: failing["transactionId"] as Signature,
        commitment: "confirmed",
        limit: 1,
      })
      .send();
    expect(page.map(({ signature }) => signature)).toEqual([transactionId]);
    const failed = await client.transaction(failing["transactionId"] as Signature);
    expect(failed?.meta?.fee).toBe(SIGNATURE_FEE);
    expect(failed?.meta?.postTokenBalances).toEqual(failed?.meta?.preTokenBalances);
  });

  it("simulates what it then does, without doing it", async () => {
    const [from, to] = [await newRichKey(), await client.newKey()];
    const { id, wire } = await client.sign(from, [offerPrice(3n), transferSol(from, to.address, 2n * SOL)]);
    const options = { encoding: "base64", commitment: "processed", accounts: { addresses: [to.address] } };
    const { value: trial } = (await callRaw("simulateTransaction", wire, options)).result;
    expect(await client.balance(to.address)).toBe(0n);
    await client.send(wire);
    await mine(2);
    const { meta } = (await callRaw("getTransaction", id, { maxSupportedTransactionVersion: 0 })).result ?? {
      meta: null,
    };
    expect(meta).toBeNull();
    await mine(2);
    const { result: found } = await callRaw("getTransaction", id, { maxSupportedTransactionVersion: 0 });
    expect(trial).toMatchObject({
      err: null,
      fee: found.meta.fee,
      logs: found.meta.logMessages,
      preBalances: found.meta.preBalances,
      postBalances: found.meta.postBalances,
      unitsConsumed: found.meta.computeUnitsConsumed,
      accounts: [{ lamports: Number(2n * SOL), data: ["", "base64"] }],
    });
  });

  it("pays as strangers do: receivers named by a lookup table, token accounts without their owner", async () => {
    const { address } = await client.newKey();
    const outputs = [
      { to: address, contract: null, units: String(SOL) },
      { to: address, contract: usdt, units: "5" },
    ];
    const first = await node.control("send", { outputs, lookup: true });
    await mine(1);
    const second = await node.control("send", { outputs: outputs.slice(1) });
    await mine(2);
    expect(await client.balance(address)).toBe(SOL);
    const account = await tokenAccountOf(address);
    const [paid, paidAgain] = [
      await client.transaction(first["transactionId"] as Signature),
      await client.transaction(second["transactionId"] as Signature),
    ];
    expect(paid?.meta?.loadedAddresses?.writable).toEqual(expect.arrayContaining([address, account]));
    const keys = [...(paid?.transaction.message.accountKeys ?? []), ...(paid?.meta?.loadedAddresses?.writable ?? [])];
    expect(paid?.meta?.postBalances[keys.indexOf(address)]).toBe(SOL);
    expect(paidAgain?.transaction.message.accountKeys).not.toContain(address);
    expect(paidAgain?.meta?.postTokenBalances?.find(({ owner }) => owner === address)?.uiTokenAmount.amount).toBe("10");
  });

  it("makes tokens of either program, with a name where wallets look for it", async () => {
    const order = { symbol: "ABC", name: "Alphabet", decimals: 9, program: "token-2022" };
    const { contract } = await node.control("token", order);
    await mine(1);
    const { address } = await client.newKey();
    await give(address, 7n, String(contract));
    await mine(1);
    const filter = { programId: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb" };
    const options = { commitment: "processed", encoding: "jsonParsed" };
    const { value } = (await callRaw("getTokenAccountsByOwner", address, filter, options)).result;
    expect(value).toMatchObject([
      {
        account: {
          data: { program: "spl-token-2022", parsed: { info: { mint: contract, tokenAmount: { amount: "7" } } } },
        },
      },
    ]);
    const program = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s" as Address;
    const [metadata] = await getProgramDerivedAddress({
      programAddress: program,
      seeds: ["metadata", getAddressEncoder().encode(program), getAddressEncoder().encode(contract as Address)],
    });
    const { value: account } = (await callRaw("getAccountInfo", metadata, { encoding: "base64" })).result;
    expect(account.owner).toBe(program);
    const text = Buffer.from(account.data[0], "base64").toString("latin1");
    expect([text.slice(69, 69 + 32), text.slice(105, 105 + 10)].map((part) => part.replaceAll("\0", ""))).toEqual([
      "Alphabet",
      "ABC",
    ]);
  });

  it("refuses less than rent for a new account, and charges the fee for it when nobody looked before", async () => {
    const [from, to] = [await newRichKey(), await client.newKey()];
    const { id, wire } = await client.sign(from, [transferSol(from, to.address, EMPTY_RENT - 1n)]);
    expect(await refusalOf(client.send(wire))).toMatchObject({ code: -32002, cause: expect.stringMatching(/rent/) });
    const before = await client.balance(from.address);
    await client.send(wire, { skipPreflight: true });
    await mine(2);
    expect((await client.transaction(id))?.meta?.err).toEqual({ InsufficientFundsForRent: { account_index: 1n } });
    expect(await client.balance(from.address)).toBe(before - SIGNATURE_FEE);
    expect(await client.balance(to.address)).toBe(0n);

    const exact = await client.sign(from, [transferSol(from, to.address, EMPTY_RENT)]);
    await client.send(exact.wire);
    await mine(1);
    expect(await client.balance(to.address)).toBe(EMPTY_RENT);

    // What is left behind must be rent or nothing at all.
    const all = (await client.balance(from.address)) - SIGNATURE_FEE;
    const leaving = await client.sign(from, [transferSol(from, to.address, all - EMPTY_RENT + 1n)]);
    expect(await refusalOf(client.send(leaving.wire))).toMatchObject({ cause: expect.stringMatching(/\(0\).*rent/) });
    const emptying = await client.sign(from, [transferSol(from, to.address, all)]);
    await client.send(emptying.wire);
    await mine(1);
    expect(await client.balance(from.address)).toBe(0n);
    expect(await client.balance(to.address)).toBe(EMPTY_RENT + all);
  });
});

describe("what a transaction may not do", () => {
  it("takes a transaction once, and says so to whoever sends it again", async () => {
    const [from, to] = [await newRichKey(), await client.newKey()];
    const { id, wire } = await client.sign(from, [transferSol(from, to.address, SOL)]);
    await client.send(wire);
    expect(await client.send(wire)).toBe(id);
    await mine(1);
    const again = await refusalOf(client.send(wire));
    expect(again).toMatchObject({ code: -32002, cause: expect.stringMatching(/already been processed/) });
    await client.send(wire, { skipPreflight: true });
    await mine(1);
    expect(await client.balance(to.address)).toBe(SOL);
  });

  it("takes a block hash up to the last height plus one, and drops what waited longer", async () => {
    const [from, to] = [await newRichKey(), await client.newKey()];
    const life = await client.latest();
    const [timely, late] = [
      await client.sign(from, [transferSol(from, to.address, SOL)], life),
      await client.sign(from, [transferSol(from, to.address, 2n * SOL)], life),
    ];
    await node.control("advance", { slots: 150 });
    expect(await client.rpc.getBlockHeight({ commitment: "processed" }).send()).toBe(life.lastValidBlockHeight);
    expect(await client.send(timely.wire)).toBe(timely.id);
    await mine(1);
    expect(await client.balance(to.address)).toBe(SOL);

    expect(await refusalOf(client.send(late.wire))).toMatchObject({
      code: -32002,
      cause: expect.stringMatching(/Blockhash/),
    });
    expect(await client.send(late.wire, { skipPreflight: true })).toBe(late.id);
    await mine(2);
    expect(await client.balance(to.address)).toBe(SOL);
    const statuses = await client.rpc
      .getSignatureStatuses([timely.id, late.id], { searchTransactionHistory: true })
      .send();
    expect(statuses.value).toMatchObject([{ err: null, confirmationStatus: "confirmed" }, null]);
  });

  it("refuses what is no transaction, is signed by another, is too large or has nobody to pay", async () => {
    const [from, poor] = [await newRichKey(), await client.newKey()];
    const { wire } = await client.sign(from, [transferSol(from, poor.address, SOL)]);
    const bytes = Buffer.from(wire, "base64");
    bytes[10] = (bytes[10] ?? 0) ^ 1;
    const send = async (text: string) => (await callRaw("sendTransaction", text, { encoding: "base64" })).error;
    expect(await send(bytes.toString("base64"))).toEqual({
      code: -32003,
      message: "Transaction signature verification failure",
    });
    expect(await send("AAAA")).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^failed to deserialize/),
    });
    expect(await send(Buffer.alloc(1233).toString("base64"))).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/too large: 1233 bytes/),
    });
    const unpaid = await client.sign(poor, [transferSol(poor, from.address, 1n)]);
    expect(await refusalOf(client.send(unpaid.wire))).toMatchObject({
      cause: expect.stringMatching(/no record of a prior credit/),
    });
  });
});

describe("blocks", () => {
  it("links blocks by hash across slots that have none, and tells the absence of a block as nodes do", async () => {
    const first = Number(await client.rpc.getSlot({ commitment: "processed" }).send());
    await mine(1, 2);
    await mine(4);
    const slots = await client.rpc.getBlocks(BigInt(first), BigInt(first + 7), { commitment: "confirmed" }).send();
    expect(slots.map(Number)).toEqual([first, first + 3, first + 4, first + 5, first + 6]);
    const read = async (slot: number, commitment = "confirmed") =>
      callRaw("getBlock", slot, { commitment, transactionDetails: "none" });
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

  it("shows a payment at each commitment only when as many blocks follow it", async () => {
    const { address } = await client.newKey();
    const { transactionId: id } = await give(address, SOL);
    const seen = async () => {
      const [status] = (await callRaw("getSignatureStatuses", [id])).result.value;
      const balances = ["processed", "confirmed", "finalized"] as const;
      return [
        status?.confirmationStatus,
        status?.confirmations,
        ...(await Promise.all(balances.map((level) => client.balance(address, level)))),
      ];
    };
    expect(await seen()).toEqual([undefined, undefined, 0n, 0n, 0n]);
    await mine(1);
    expect(await seen()).toEqual(["processed", 0, SOL, 0n, 0n]);
    await mine(1);
    expect(await seen()).toEqual(["confirmed", 1, SOL, SOL, 0n]);
    await mine(2);
    expect(await seen()).toEqual(["finalized", null, SOL, SOL, SOL]);
  });

  it("judges a transaction before it is taken by the state that was asked for", async () => {
    const [from, to] = [await client.newKey(), await client.newKey()];
    await give(from.address, 10n * SOL);
    await mine(1);
    const { id, wire } = await client.sign(from, [transferSol(from, to.address, SOL)]);
    const asked = (preflightCommitment: string) =>
      callRaw("sendTransaction", wire, { encoding: "base64", preflightCommitment });
    expect((await asked("finalized")).error).toMatchObject({ code: -32002, data: { err: "BlockhashNotFound" } });
    expect(await client.balance(from.address)).toBe(10n * SOL);
    expect((await asked("processed")).result).toBe(id);
    await mine(2);
    // A client that does not say which versions it reads is refused what it might not understand.
    expect((await callRaw("getTransaction", id, { commitment: "confirmed" })).error).toMatchObject({ code: -32015 });
  });

  it("answers with the members of the documented examples, whole numbers of 64 bits without loss", async () => {
    const { address } = await client.newKey();
    const { transactionId: id } = await give(address, SOL);
    await mine(2);
    const options = { commitment: "confirmed", maxSupportedTransactionVersion: 0 };
    const { result: found } = await callRaw("getTransaction", id, options);
    expect(Object.keys(found).sort()).toEqual([
      "blockTime",
      "meta",
      "slot",
      "transaction",
      "transactionIndex",
      "version",
    ]);
    const { result: block } = await callRaw("getBlock", found.slot, { ...options, rewards: true });
    expect(Object.keys(block).sort()).toEqual(
      ["blockHeight", "blockTime", "blockhash", "parentSlot", "previousBlockhash", "rewards", "transactions"].sort(),
    );
    expect(block.transactions).toEqual([{ transaction: found.transaction, meta: found.meta, version: found.version }]);
    const read = async (transactionDetails: string) =>
      (await callRaw("getBlock", found.slot, { ...options, transactionDetails, rewards: false })).result;
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
    const { result: account } = await callRaw("getAccountInfo", usdt, { encoding: "base64" });
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
    const { faucet } = await node.control("describe");
    const balance = await client.balance(faucet as Address);
    expect(balance % 1_000n).not.toBe(0n);
    expect(balance).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  });

  it("answers a list of calls in order, and each mistake by its own code", async () => {
    const post = async (body: string) =>
      (await fetch(node.url, { method: "POST", headers: { "content-type": "application/json" }, body })).json();
    const calls = ["getGenesisHash", "getNothing", "getBalance"].map((method, id) => ({ jsonrpc: "2.0", id, method }));
    const { genesisHash } = await node.control("describe");
    expect(await post(JSON.stringify(calls))).toMatchObject([
      { id: 0, result: genesisHash },
      { id: 1, error: { code: -32601 } },
      { id: 2, error: { code: -32602 } },
    ]);
    expect(await post("{")).toMatchObject({ id: null, error: { code: -32700 } });
    const tooLong = await fetch(node.url, { method: "POST", body: " ".repeat(51_201) });
    expect(tooLong.status).toBe(413);
    await node.control("health", { slotsBehind: 42 });
    expect((await callRaw("getHealth")).error).toEqual({
      code: -32005,
      message: "Node is behind by 42 slots",
      data: { numSlotsBehind: 42 },
    });
    await node.control("health", {});
    expect((await callRaw("getHealth")).result).toBe("ok");
  });
});

describe("the process", () => {
  it("forgets the oldest blocks with their transactions, and says where it begins", async () => {
    const forgetful = await startSolanaNode(["--manual", "--keep", "400"]);
    const { address } = await client.newKey();
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

  it("comes back with the same chain after it was told to end, and after it was killed", async () => {
    const first = await startSolanaNode(["--manual"]);
    const { address } = await client.newKey();
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

  it("makes a block by itself soon after a transaction, and leaves every tenth slot empty", async () => {
    const automatic = await startSolanaNode([]);
    const { rpc, balance } = createSolanaClient(automatic.url);
    for (let payment = 0; payment < 3; payment += 1) {
      const { address } = await client.newKey();
      const sent = Date.now();
      await automatic.control("send", { outputs: [{ to: address, units: String(SOL) }] });
      await expect.poll(() => balance(address), { interval: 20, timeout: 3_000 }).toBe(SOL);
      // The empty block of an idle chain would have come after 5 seconds.
      expect(Date.now() - sent).toBeLessThan(2_500);
    }
    await automatic.control("mine", { blocks: 20 });
    const slots = await rpc.getBlocks(1n, 100n, { commitment: "confirmed" }).send();
    expect(slots.filter((slot) => slot % 10n === 0n && slot > 10n)).toEqual([]);
    expect(slots.length).toBeGreaterThan(20);
    await automatic.stop();
  });
});
