import { base58 } from "@scure/base";
import { describe, expect, it } from "vitest";
import type { HeldTokenAccount } from "@/lib/chains/solana/accounts";
import { buildMessage } from "@/lib/chains/solana/build";
import { isOnCurve, parseSolanaAddress, SYSTEM_PROGRAM, TOKEN_PROGRAM, toAddress } from "@/lib/chains/solana/config";
import { asksMore, parseTerms, toEstimate } from "@/lib/chains/solana/fees";
import { closedBy, gather, movableOf, type TransferPlan } from "@/lib/chains/solana/plan";
import { evaluateReceiver, explainFailure } from "@/lib/chains/solana/simulate";
import { decodeMint, decodeTokenAccount } from "@/lib/chains/solana/token-layout";

const WALLET = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk";
const OTHER = "GjJyeC1r2RgkuoCWMyPYkCWSGSGLcz266EaAkLA27AhL";
const MINT = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB";
/** Half of all 32-byte values are not on the curve, so nobody has their key. */
const OFF_CURVE = base58.encode(new Uint8Array(32).fill(7));

it("distinguishes addresses of key pairs from those that only a program can control, and accepts both", () => {
  expect([WALLET, OTHER, MINT].map(isOnCurve)).toEqual([true, true, true]);
  expect(isOnCurve(OFF_CURVE)).toBe(false);
  expect(parseSolanaAddress(OFF_CURVE)).toBe(OFF_CURVE);
});

describe("recipients", () => {
  const wallet = { program: SYSTEM_PROGRAM, units: 1n, data: new Uint8Array() };
  const mint = { program: TOKEN_PROGRAM, units: 1n, data: new Uint8Array(82) };
  const token = { mint: MINT, destination: OTHER, opensAccount: true };
  const held = (owner: string, state = 1) => ({
    program: TOKEN_PROGRAM,
    units: 1n,
    data: tokenAccountData(owner, 5n, state),
  });

  it("are rejected with a reason where money may be lost", () => {
    expect(evaluateReceiver({ to: WALLET, token: null }, wallet, null)).toBeNull();
    expect(evaluateReceiver({ to: WALLET, token: null }, null, null)).toBeNull();
    expect(evaluateReceiver({ to: MINT, token: null }, mint, null)).toMatch(/no wallet/);
    expect(evaluateReceiver({ to: MINT, token }, mint, null)).toMatch(/no wallet/);
    expect(evaluateReceiver({ to: WALLET, token }, wallet, null)).toBeNull();
    expect(evaluateReceiver({ to: WALLET, token: { ...token, opensAccount: false } }, wallet, null)).toMatch(
      /no account/,
    );
    expect(evaluateReceiver({ to: WALLET, token }, wallet, held(WALLET))).toBeNull();
    expect(evaluateReceiver({ to: WALLET, token }, wallet, held(OTHER))).toMatch(/given its account/);
    expect(evaluateReceiver({ to: WALLET, token }, wallet, held(WALLET, 2))).toMatch(/frozen/);
  });

  it("without a key are trusted only when they already hold the asset", () => {
    expect(evaluateReceiver({ to: OFF_CURVE, token: null }, null, null)).toMatch(/no key/);
    expect(evaluateReceiver({ to: OFF_CURVE, token: null }, wallet, null)).toBeNull();
    expect(evaluateReceiver({ to: OFF_CURVE, token }, wallet, null)).toMatch(/no key/);
    expect(evaluateReceiver({ to: OFF_CURVE, token }, wallet, held(OFF_CURVE))).toBeNull();
  });
});

describe("token accounts", () => {
  it("are decoded from their bytes, and only an initialized one that is not frozen can spend", () => {
    expect(decodeTokenAccount(OTHER, tokenAccountData(WALLET, 2n ** 63n + 1n, 1))).toEqual({
      address: OTHER,
      mint: MINT,
      owner: WALLET,
      units: 2n ** 63n + 1n,
      isUsable: true,
      isClosable: true,
    });
    expect(decodeTokenAccount(OTHER, tokenAccountData(WALLET, 1n, 2)).isUsable).toBe(false);
    expect(() => decodeTokenAccount(OTHER, new Uint8Array(82))).toThrow();
  });

  it("can be closed only by their owner, and only if they hold nothing but tokens", () => {
    const canClose = (change: (data: Uint8Array) => void, extensions: readonly number[] = []) => {
      const data = Uint8Array.from([...tokenAccountData(WALLET, 1n, 1), ...extensions]);
      change(data);
      return decodeTokenAccount(OTHER, data).isClosable;
    };
    const nothing = () => {};
    // The flags of lamports held as tokens, and of a former owner who kept the right to close it.
    expect([109, 129].map((at) => canClose((data) => data.fill(1, at, at + 1)))).toEqual([false, false]);
    // Token-2022: a permanent owner, withheld fees (none, and some), a lock against transfers by
    // programs.
    const fees = (withheld: number) => [2, 2, 0, 8, 0, withheld, 0, 0, 0, 0, 0, 0, 0];
    expect(canClose(nothing, [2, 7, 0, 0, 0])).toBe(true);
    expect([fees(0), fees(1)].map((extension) => canClose(nothing, extension))).toEqual([true, false]);
    expect(canClose(nothing, [2, 11, 0, 1, 0, 1])).toBe(false);
  });

  it("combine for an amount that none of them holds alone: the associated one first, then the fullest", () => {
    const own = toAddress(WALLET);
    const account = (address: string, units: bigint, isUsable = true): HeldTokenAccount => {
      return { address, mint: MINT, owner: WALLET, units, isUsable, isClosable: address !== OTHER, rent: 9n };
    };
    const part = (address: string, units: bigint, isEmptied: boolean) => ({
      ...{ account: address, units, isEmptied, rent: 9n },
    });
    const all = [account(OTHER, 50n), account(MINT, 70n), account(WALLET, 10n), account(TOKEN_PROGRAM, 900n, false)];
    expect(gather(all, own, 5n)).toEqual([part(WALLET, 5n, false)]);
    expect(gather(all, own, 100n)).toEqual([part(WALLET, 10n, true), part(MINT, 70n, true), part(OTHER, 20n, false)]);
    expect(gather(all, own, 130n).at(-1)).toEqual(part(OTHER, 50n, false));
    expect(gather(all, own, 131n)).toEqual([{ account: WALLET, units: 131n, isEmptied: false, rent: 0n }]);
  });

  it("of which there are more than one transaction can spend empty the small ones first, and report the limit", () => {
    const own = toAddress(WALLET);
    const account = (index: number, units: bigint): HeldTokenAccount => {
      const address = base58.encode(new Uint8Array(32).fill(index + 1));
      return { address, mint: MINT, owner: WALLET, units, isUsable: true, isClosable: true, rent: 9n };
    };
    const small = Array.from({ length: 20 }, (_, index) => account(index, BigInt(index + 1)));
    const all = [...small, account(30, 500n), account(31, 90n)];
    const given = (wanted: bigint) => gather(all, own, wanted).map(({ units }) => units);
    expect(given(8n)).toEqual([1n, 2n, 3n, 2n]);
    expect(given(36n)).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n]);
    // The smallest one that covers the remainder, not the fullest.
    expect(given(100n)).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 72n]);
    const most = movableOf(all)?.units ?? 0n;
    expect(most).toBe(500n + 90n + 20n + 19n + 18n + 17n + 16n + 15n);
    for (let wanted = 1n; wanted <= most; wanted += 1n) {
      expect(given(wanted).reduce((sum, units) => sum + units, 0n)).toBe(wanted);
      expect(given(wanted).length).toBeLessThanOrEqual(8);
    }
    expect(gather(all, own, most + 1n)).toMatchObject([{ account: WALLET, isEmptied: false }]);
    expect(movableOf(small.slice(0, 8))).toBeNull();
    expect(movableOf([...small.slice(0, 2), { ...account(40, 7n), isUsable: false }])?.units).toBe(3n);
  });
});

describe("mints", () => {
  const plain = new Uint8Array(82);
  plain.set([6, 1], 44);
  /** A mint of Token-2022 with these extensions. */
  const extended = (...extensions: (readonly [type: number, data: Uint8Array])[]) => {
    const parts = extensions.flatMap(([type, data]) => [type, 0, data.length & 255, data.length >> 8, ...data]);
    return Uint8Array.from([...plain, ...new Uint8Array(83), 1, ...parts]);
  };

  it("are distinguished from other accounts", () => {
    expect(decodeMint(plain, false)).toEqual({ decimals: 6, peculiarity: null, accountBytes: 165, symbol: null });
    expect(decodeMint(new Uint8Array(82), false)).toBeNull();
    expect(decodeMint(tokenAccountData(WALLET, 1n, 1), false)).toBeNull();
    expect(decodeMint(new Uint8Array(355).fill(1), false)).toBeNull();
  });

  it("report when a transfer would not deliver what it sends, and the size of their accounts", () => {
    const fee = new Uint8Array(108);
    expect(decodeMint(extended([1, fee]), true)).toMatchObject({ peculiarity: null, accountBytes: 182 });
    fee.set([1], 106);
    expect(decodeMint(extended([1, fee]), true)?.peculiarity).toMatch(/own fee/);
    expect(decodeMint(extended([9, new Uint8Array()]), true)?.peculiarity).toMatch(/cannot be transferred/);
    const hook = new Uint8Array(64);
    expect(decodeMint(extended([14, hook]), true)?.peculiarity).toBeNull();
    expect(decodeMint(extended([14, hook.map(() => 1)]), true)?.peculiarity).toMatch(/program/);
    expect(decodeMint(extended(), true)?.accountBytes).toBe(170);
  });

  it("may contain their own symbol", () => {
    const text = (value: string) => [value.length, 0, 0, 0, ...Buffer.from(value)];
    const metadata = Uint8Array.from([...new Uint8Array(64), ...text("PayPal USD"), ...text("PYUSD"), ...text("")]);
    expect(decodeMint(extended([3, new Uint8Array(32)], [19, metadata]), true)?.symbol).toBe("PYUSD");
    // An extension that claims to be longer than the account is not read beyond the end.
    expect(
      decodeMint(extended([19, Uint8Array.from([...new Uint8Array(64), 255, 255, 255, 255])]), true)?.symbol,
    ).toBeNull();
  });
});

describe("fees", () => {
  it("are exact: each signature, each requested unit, and the rent", () => {
    const estimate = toEstimate("recommended", { unitLimit: 1_001n, unitPrice: 1_000n, rent: 2_039_280n });
    expect(estimate.maximumUnits).toBe(5_000n + 2n + 2_039_280n);
    expect(estimate.expectedUnits).toBe(estimate.maximumUnits);
    expect(parseTerms(estimate.terms)).toEqual({ unitLimit: 1_001n, unitPrice: 1_000n, rent: 2_039_280n });
    expect(() => parseTerms('{"unitLimit":"1","unitPrice":"1.5","rent":"0"}')).toThrow();
    const dearer = toEstimate("high", { unitLimit: 1n, unitPrice: 1_001n, rent: 0n });
    const two = { signatures: 2n, givenBack: 2_039_280n };
    const shared = toEstimate("recommended", { unitLimit: 1_001n, unitPrice: 1_000n, rent: 0n }, two);
    expect(shared).toMatchObject({ maximumUnits: 10_002n, expectedUnits: 10_002n - 2_039_280n });
    expect([asksMore(dearer, estimate), asksMore(estimate, dearer)]).toEqual([true, false]);
  });
});

describe("building", () => {
  const terms = { unitLimit: 900n, unitPrice: 5n, rent: 0n };
  const lifetime = { blockhash: OTHER, lastValidBlockHeight: 150n };
  const from = toAddress(WALLET);
  const native: TransferPlan = { from, payer: from, to: toAddress(OTHER), units: 2n ** 63n, token: null };

  it("writes the lamports into the last eight bytes before the empty list of lookup tables", () => {
    const message = buildMessage(native, terms, lifetime);
    const view = new DataView(message.buffer, message.byteOffset + message.length - 9, 8);
    expect(view.getBigUint64(0, true)).toBe(2n ** 63n);
    expect(buildMessage(native, terms, lifetime)).toEqual(message);
  });

  it("rejects what does not fit into one packet", () => {
    const parts = Array.from({ length: 32 }, (_, index) => {
      const account = toAddress(base58.encode(new Uint8Array(32).fill(index + 1)));
      return { account, units: 1n, isEmptied: true, rent: 1n };
    });
    const token = {
      mint: toAddress(MINT),
      program: toAddress(TOKEN_PROGRAM),
      decimals: 6,
      destination: toAddress(OTHER),
      parts,
      rent: 0n,
    };
    expect(() => buildMessage({ ...native, token }, terms, lifetime)).toThrow(/too many/);
    // The maximum of everything: each account closed and the recipient's opened, at a separate
    // payer's expense.
    const payer = toAddress(base58.encode(new Uint8Array(32).fill(99)));
    const most = { ...native, payer, token: { ...token, parts: parts.slice(0, 8), rent: 1n } };
    expect(closedBy(most).length).toBe(8);
    expect(() => buildMessage(most, { ...terms, rent: 1n }, lifetime)).not.toThrow();
    expect(closedBy({ ...most, payer: from })).toEqual([]);
  });
});

it.each([
  ["BlockhashNotFound", "lifetime"],
  ["AlreadyProcessed", "repeated"],
  ["AccountNotFound", "funds"],
  ["InsufficientFundsForFee", "funds"],
  [{ InsufficientFundsForRent: { account_index: "#0" } }, "rent"],
  [{ InsufficientFundsForRent: { account_index: "#1" } }, "transaction"],
  [{ InstructionError: ["#2", { Custom: "#1" }] }, "funds"],
  [{ InstructionError: ["#2", { Custom: "#17" }] }, "transaction"],
  [{ InstructionError: ["#2", "InvalidAccountData"] }, "transaction"],
  [{ DuplicateInstruction: "#1" }, "transaction"],
] as const)("reports the cause of a failure: %j", (error, of) => {
  expect(explainFailure(error)).toMatchObject({ of, message: expect.stringMatching(/\w+ \w+/) });
});

function tokenAccountData(owner: string, units: bigint, state: number): Uint8Array {
  const data = new Uint8Array(165);
  data.set(base58.decode(MINT), 0);
  data.set(base58.decode(owner), 32);
  new DataView(data.buffer).setBigUint64(64, units, true);
  data[108] = state;
  return data;
}
