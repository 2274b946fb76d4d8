import { type Address, getAddressEncoder, getProgramDerivedAddress, type Signature } from "@solana/kit";
import { getCreateAssociatedTokenIdempotentInstruction, getTransferCheckedInstruction } from "@solana-program/token";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitUnits, offerPrice, refusalOf, transferSol } from "./testing/client";
import { stopSolanaNodes } from "./testing/process";
import { openSolanaSandbox, SOL, type SolanaSandbox } from "./testing/sandbox";

/**
 * Rent of an account without data, and of a token account (docs: getMinimumBalanceForRentExemption
 * of 0 and 165 bytes).
 */
const EMPTY_RENT = 890_880n;
const TOKEN_RENT = 2_039_280n;
const SIGNATURE_FEE = 5_000n;

let sandbox: SolanaSandbox;

beforeAll(async () => {
  sandbox = await openSolanaSandbox();
});

afterAll(stopSolanaNodes);

describe("payments", () => {
  it("moves SOL to the lamport, charges the quoted fee, and reports both in the transaction's metadata", async () => {
    const [from, to] = [await sandbox.newRichKey(), await sandbox.client.newKey()];
    for (const extras of [[], [limitUnits(1_001n), offerPrice(1_000_001n)], [offerPrice(2_500_000n)]]) {
      const [ours, theirs] = [await sandbox.client.balance(from.address), await sandbox.client.balance(to.address)];
      const instructions = [...extras, transferSol(from, to.address, SOL)];
      const quoted = await sandbox.client.quoteFee(from, instructions);
      const { id, wire } = await sandbox.client.sign(from, instructions);
      expect(await sandbox.client.send(wire)).toBe(id);
      await sandbox.mine(2);

      expect(await sandbox.client.balance(to.address)).toBe(theirs + SOL);
      const paid = ours - SOL - (await sandbox.client.balance(from.address));
      expect(paid).toBe(quoted);
      const meta = (await sandbox.client.transaction(id))?.meta;
      expect(meta).toMatchObject({ err: null, fee: paid });
      expect(meta?.preBalances.slice(0, 2)).toEqual([ours, theirs]);
      expect(meta?.postBalances.slice(0, 2)).toEqual([ours - SOL - paid, theirs + SOL]);
    }
  });

  it("moves a token into an account created on the way, and reports its owner before and after", async () => {
    const [from, to] = [await sandbox.newRichKey(), await sandbox.client.newKey()];
    await sandbox.give(from.address, 5_000_000n, sandbox.usdt);
    await sandbox.mine(1);
    const [source, destination] = [
      await sandbox.tokenAccountOf(from.address),
      await sandbox.tokenAccountOf(to.address),
    ];
    const before = await sandbox.client.balance(from.address);
    const { id, wire } = await sandbox.client.sign(from, [
      getCreateAssociatedTokenIdempotentInstruction({
        payer: from,
        ata: destination,
        owner: to.address,
        mint: sandbox.usdt,
      }),
      getTransferCheckedInstruction({
        source,
        mint: sandbox.usdt,
        destination,
        authority: from,
        amount: 1_234_567n,
        decimals: 6,
      }),
    ]);
    await sandbox.client.send(wire);
    await sandbox.mine(2);

    expect(await sandbox.client.balance(from.address)).toBe(before - TOKEN_RENT - SIGNATURE_FEE);
    const found = await sandbox.client.transaction(id);
    const { preTokenBalances: pre, postTokenBalances: post } = found?.meta ?? {};
    expect(pre).toMatchObject([
      { owner: from.address, mint: sandbox.usdt, uiTokenAmount: { amount: "5000000", decimals: 6 } },
    ]);
    expect(Object.fromEntries((post ?? []).map(({ owner, uiTokenAmount }) => [owner, uiTokenAmount.amount]))).toEqual({
      [from.address]: "3765433",
      [to.address]: "1234567",
    });
    const byOwner = await sandbox.client.rpc
      .getTokenAccountsByOwner(to.address, { mint: sandbox.usdt }, { commitment: "processed", encoding: "jsonParsed" })
      .send();
    expect(byOwner.value.map(({ pubkey }) => pubkey)).toEqual([destination]);
    expect(byOwner.value[0]?.account.data.parsed.info.tokenAmount.uiAmountString).toBe("1.234567");
  });

  it("pays several owners in SOL and tokens with one faucet transaction, and nobody with one made to fail", async () => {
    const [one, other] = [await sandbox.client.newKey(), await sandbox.client.newKey()];
    const outputs = [
      { to: one.address, contract: null, units: String(SOL), memo: "for you" },
      { to: other.address, contract: null, units: String(2n * SOL) },
      { to: other.address, contract: sandbox.usdt, units: "42" },
    ];
    const { transactionId } = await sandbox.node.control("send", { outputs });
    const failing = await sandbox.node.control("send", { outputs, fails: true });
    await sandbox.mine(2);
    expect(await sandbox.client.balance(one.address)).toBe(SOL);
    const history = await sandbox.client.rpc.getSignaturesForAddress(other.address, { commitment: "confirmed" }).send();
    expect(history.map(({ signature, err, memo }) => ({ signature, failed: err !== null, memo }))).toEqual([
      { signature: failing["transactionId"], failed: true, memo: "[7] for you" },
      { signature: transactionId, failed: false, memo: "[7] for you" },
    ]);
    const page = await sandbox.client.rpc
      .getSignaturesForAddress(other.address, {
        before: failing["transactionId"] as Signature,
        commitment: "confirmed",
        limit: 1,
      })
      .send();
    expect(page.map(({ signature }) => signature)).toEqual([transactionId]);
    const failed = await sandbox.client.transaction(failing["transactionId"] as Signature);
    expect(failed?.meta?.fee).toBe(SIGNATURE_FEE);
    expect(failed?.meta?.postTokenBalances).toEqual(failed?.meta?.preTokenBalances);
  });

  it("simulates exactly what it then executes, without side effects", async () => {
    const [from, to] = [await sandbox.newRichKey(), await sandbox.client.newKey()];
    const { id, wire } = await sandbox.client.sign(from, [offerPrice(3n), transferSol(from, to.address, 2n * SOL)]);
    const options = { encoding: "base64", commitment: "processed", accounts: { addresses: [to.address] } };
    const { value: trial } = (await sandbox.callRaw("simulateTransaction", wire, options)).result;
    expect(await sandbox.client.balance(to.address)).toBe(0n);
    await sandbox.client.send(wire);
    await sandbox.mine(2);
    const { meta } = (await sandbox.callRaw("getTransaction", id, { maxSupportedTransactionVersion: 0 })).result ?? {
      meta: null,
    };
    expect(meta).toBeNull();
    await sandbox.mine(2);
    const { result: found } = await sandbox.callRaw("getTransaction", id, { maxSupportedTransactionVersion: 0 });
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

  it("pays as external payers do: recipients in a lookup table, token accounts without their owner", async () => {
    const { address } = await sandbox.client.newKey();
    const outputs = [
      { to: address, contract: null, units: String(SOL) },
      { to: address, contract: sandbox.usdt, units: "5" },
    ];
    const first = await sandbox.node.control("send", { outputs, lookup: true });
    await sandbox.mine(1);
    const second = await sandbox.node.control("send", { outputs: outputs.slice(1) });
    await sandbox.mine(2);
    expect(await sandbox.client.balance(address)).toBe(SOL);
    const account = await sandbox.tokenAccountOf(address);
    const [paid, paidAgain] = [
      await sandbox.client.transaction(first["transactionId"] as Signature),
      await sandbox.client.transaction(second["transactionId"] as Signature),
    ];
    expect(paid?.meta?.loadedAddresses?.writable).toEqual(expect.arrayContaining([address, account]));
    const keys = [...(paid?.transaction.message.accountKeys ?? []), ...(paid?.meta?.loadedAddresses?.writable ?? [])];
    expect(paid?.meta?.postBalances[keys.indexOf(address)]).toBe(SOL);
    expect(paidAgain?.transaction.message.accountKeys).not.toContain(address);
    expect(paidAgain?.meta?.postTokenBalances?.find(({ owner }) => owner === address)?.uiTokenAmount.amount).toBe("10");
  });

  it("creates tokens of either program, with a name where wallets look for it", async () => {
    const order = { symbol: "ABC", name: "Alphabet", decimals: 9, program: "token-2022" };
    const { contract } = await sandbox.node.control("token", order);
    await sandbox.mine(1);
    const { address } = await sandbox.client.newKey();
    await sandbox.give(address, 7n, String(contract));
    await sandbox.mine(1);
    const filter = { programId: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb" };
    const options = { commitment: "processed", encoding: "jsonParsed" };
    const { value } = (await sandbox.callRaw("getTokenAccountsByOwner", address, filter, options)).result;
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
    const { value: account } = (await sandbox.callRaw("getAccountInfo", metadata, { encoding: "base64" })).result;
    expect(account.owner).toBe(program);
    const text = Buffer.from(account.data[0], "base64").toString("latin1");
    expect([text.slice(69, 69 + 32), text.slice(105, 105 + 10)].map((part) => part.replaceAll("\0", ""))).toEqual([
      "Alphabet",
      "ABC",
    ]);
  });

  it("rejects less than rent for a new account, and charges the fee if preflight was skipped", async () => {
    const [from, to] = [await sandbox.newRichKey(), await sandbox.client.newKey()];
    const { id, wire } = await sandbox.client.sign(from, [transferSol(from, to.address, EMPTY_RENT - 1n)]);
    expect(await refusalOf(sandbox.client.send(wire))).toMatchObject({
      code: -32002,
      cause: expect.stringMatching(/rent/),
    });
    const before = await sandbox.client.balance(from.address);
    await sandbox.client.send(wire, { skipPreflight: true });
    await sandbox.mine(2);
    expect((await sandbox.client.transaction(id))?.meta?.err).toEqual({
      InsufficientFundsForRent: { account_index: 1n },
    });
    expect(await sandbox.client.balance(from.address)).toBe(before - SIGNATURE_FEE);
    expect(await sandbox.client.balance(to.address)).toBe(0n);

    const exact = await sandbox.client.sign(from, [transferSol(from, to.address, EMPTY_RENT)]);
    await sandbox.client.send(exact.wire);
    await sandbox.mine(1);
    expect(await sandbox.client.balance(to.address)).toBe(EMPTY_RENT);

    // What remains must be at least the rent, or zero.
    const all = (await sandbox.client.balance(from.address)) - SIGNATURE_FEE;
    const leaving = await sandbox.client.sign(from, [transferSol(from, to.address, all - EMPTY_RENT + 1n)]);
    expect(await refusalOf(sandbox.client.send(leaving.wire))).toMatchObject({
      cause: expect.stringMatching(/\(0\).*rent/),
    });
    const emptying = await sandbox.client.sign(from, [transferSol(from, to.address, all)]);
    await sandbox.client.send(emptying.wire);
    await sandbox.mine(1);
    expect(await sandbox.client.balance(from.address)).toBe(0n);
    expect(await sandbox.client.balance(to.address)).toBe(EMPTY_RENT + all);
  });
});

describe("what a transaction may not do", () => {
  it("accepts a transaction once, and reports duplicates to the sender", async () => {
    const [from, to] = [await sandbox.newRichKey(), await sandbox.client.newKey()];
    const { id, wire } = await sandbox.client.sign(from, [transferSol(from, to.address, SOL)]);
    await sandbox.client.send(wire);
    expect(await sandbox.client.send(wire)).toBe(id);
    await sandbox.mine(1);
    const again = await refusalOf(sandbox.client.send(wire));
    expect(again).toMatchObject({ code: -32002, cause: expect.stringMatching(/already been processed/) });
    await sandbox.client.send(wire, { skipPreflight: true });
    await sandbox.mine(1);
    expect(await sandbox.client.balance(to.address)).toBe(SOL);
  });

  it("accepts a block hash up to the last height plus one, and drops what waited longer", async () => {
    const [from, to] = [await sandbox.newRichKey(), await sandbox.client.newKey()];
    const life = await sandbox.client.latest();
    const [timely, late] = [
      await sandbox.client.sign(from, [transferSol(from, to.address, SOL)], life),
      await sandbox.client.sign(from, [transferSol(from, to.address, 2n * SOL)], life),
    ];
    await sandbox.node.control("advance", { slots: 150 });
    expect(await sandbox.client.rpc.getBlockHeight({ commitment: "processed" }).send()).toBe(life.lastValidBlockHeight);
    expect(await sandbox.client.send(timely.wire)).toBe(timely.id);
    await sandbox.mine(1);
    expect(await sandbox.client.balance(to.address)).toBe(SOL);

    expect(await refusalOf(sandbox.client.send(late.wire))).toMatchObject({
      code: -32002,
      cause: expect.stringMatching(/Blockhash/),
    });
    expect(await sandbox.client.send(late.wire, { skipPreflight: true })).toBe(late.id);
    await sandbox.mine(2);
    expect(await sandbox.client.balance(to.address)).toBe(SOL);
    const statuses = await sandbox.client.rpc
      .getSignatureStatuses([timely.id, late.id], { searchTransactionHistory: true })
      .send();
    expect(statuses.value).toMatchObject([{ err: null, confirmationStatus: "confirmed" }, null]);
  });

  it("rejects a malformed, wrongly signed, oversized or unfunded transaction", async () => {
    const [from, poor] = [await sandbox.newRichKey(), await sandbox.client.newKey()];
    const { wire } = await sandbox.client.sign(from, [transferSol(from, poor.address, SOL)]);
    const bytes = Buffer.from(wire, "base64");
    bytes[10] = (bytes[10] ?? 0) ^ 1;
    const send = async (text: string) => (await sandbox.callRaw("sendTransaction", text, { encoding: "base64" })).error;
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
    const unpaid = await sandbox.client.sign(poor, [transferSol(poor, from.address, 1n)]);
    expect(await refusalOf(sandbox.client.send(unpaid.wire))).toMatchObject({
      cause: expect.stringMatching(/no record of a prior credit/),
    });
  });
});
