import { describe, expect, it } from "vitest";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from "@/lib/chains/solana/config";
import { decodeTransaction, type SolanaTransaction, type TokenBalance } from "@/lib/chains/solana/decode";
import { listGains } from "@/lib/chains/solana/scan";
import { costOf } from "@/lib/chains/solana/transactions";

const MINT = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB";
const FEE = 5_000n;

type Moved = readonly [address: string, before: bigint, after: bigint, isSigner?: boolean];
type Held = readonly [index: number, owner: string, units: bigint, mint?: string, program?: string | null];

function transactionOf(
  moved: readonly Moved[],
  before: readonly Held[] = [],
  after: readonly Held[] = [],
): SolanaTransaction {
  const toBalance = ([accountIndex, owner, units, mint = MINT, program = TOKEN_PROGRAM]: Held): TokenBalance => {
    return { accountIndex, owner, units, mint, program };
  };
  return {
    transactionId: "id",
    succeeded: true,
    feeUnits: FEE,
    accounts: moved.map(([address, , , isSigner = false]) => ({ address, isSigner })),
    before: moved.map(([, units]) => units),
    after: moved.map(([, , units]) => units),
    tokensBefore: before.map(toBalance),
    tokensAfter: after.map(toBalance),
  };
}

describe("gains of a transaction", () => {
  it("are reported for each of several recipients, with the sole sender who paid and signed", () => {
    const transaction = transactionOf([
      ["payer", 100_000n, 100_000n - FEE - 30n, true],
      ["first", 0n, 10n],
      ["idle", 7n, 7n],
      ["second", 5n, 25n],
    ]);
    expect(listGains(transaction)).toEqual([
      { address: "first", asset: { kind: "native" }, units: 10n, position: "native:1", from: "payer" },
      { address: "second", asset: { kind: "native" }, units: 20n, position: "native:3", from: "payer" },
    ]);
  });

  it("have no sender when it is not certain", () => {
    const pays = (...senders: Moved[]) =>
      listGains(transactionOf([...senders, ["ours", 0n, 10n]])).map(({ from }) => from);
    const feePayer: Moved = ["fee payer", FEE, 0n, true];
    expect(pays(feePayer, ["sender", 10n, 0n, true])).toEqual(["sender"]);
    expect(pays(feePayer, ["vault of a program", 10n, 0n])).toEqual([null]);
    expect(pays(feePayer, ["one", 6n, 0n, true], ["other", 4n, 0n, true])).toEqual([null]);
  });

  it("are none when it failed, and none for the fee payer", () => {
    const transaction = transactionOf([["ours", FEE, 0n, true]]);
    expect(listGains(transaction)).toEqual([]);
    expect(listGains({ ...transactionOf([["ours", 0n, 10n]]), succeeded: false })).toEqual([]);
  });

  it("count tokens by owner over all token accounts, and only what arrived", () => {
    const accounts: Moved[] = [
      ["sender", FEE, 0n, true],
      ["a", 1n, 1n],
      ["b", 1n, 1n],
      ["c", 1n, 1n],
      ["d", 1n, 1n],
    ];
    // A move between two accounts of one owner is no gain; a fee of Token-2022 stays behind.
    const before: Held[] = [
      [1, "sender", 100n],
      [2, "ours", 50n],
      [3, "ours", 0n],
      [4, "other", 0n],
    ];
    const after: Held[] = [
      [1, "sender", 0n],
      [2, "ours", 10n],
      [3, "ours", 139n],
      [4, "other", 0n],
    ];
    expect(listGains(transactionOf(accounts, before, after))).toEqual([
      { address: "ours", asset: { kind: "token", contract: MINT }, units: 99n, position: "token:2", from: "sender" },
    ]);
  });

  it("keep positions distinct when a token account changes its owner on the way", () => {
    const before: Held[] = [
      [1, "sender", 100n],
      [2, "first", 5n],
    ];
    const after: Held[] = [
      [1, "sender", 40n],
      [2, "second", 5n],
      [3, "first", 65n],
    ];
    const gains = listGains(transactionOf([["sender", FEE, 0n, true]], before, after));
    expect(gains.map(({ address, units, position }) => [address, units, position])).toEqual([
      ["second", 5n, "token:2"],
      ["first", 60n, "token:3"],
    ]);
  });

  it("treat wrapped SOL as a separate token, and ignore tokens of unknown programs", () => {
    const accounts: Moved[] = [
      ["sender", FEE, 0n, true],
      ["wrapped", 100n, 0n],
      ["ours' account", 0n, 100n],
    ];
    const after: Held[] = [
      [2, "ours", 60n, WRAPPED_SOL],
      [3, "ours", 1n, MINT, TOKEN_2022_PROGRAM],
      [4, "ours", 9n, MINT, "Fake111111111111111111111111111111111111111"],
      [5, "ours", 9n, MINT, null],
    ];
    const gains = listGains(transactionOf(accounts, [], after)).filter(({ address }) => address === "ours");
    expect(gains.map(({ asset, units }) => [asset.kind === "token" && asset.contract, units])).toEqual([
      [WRAPPED_SOL, 60n],
      [MINT, 1n],
    ]);
  });
});

it("count the rent of opened token accounts as transaction cost, but nothing that was sent", () => {
  const rent = 2_039_280n;
  const accounts: Moved[] = [
    ["ours", 10_000_000n, 0n, true],
    ["opened", 0n, rent],
    ["known", rent, rent],
  ];
  expect(
    costOf(
      transactionOf(
        accounts,
        [[2, "x", 5n]],
        [
          [1, "y", 5n],
          [2, "x", 0n],
        ],
      ),
    ),
  ).toBe(FEE + rent);
  expect(costOf(transactionOf(accounts, [], []))).toBe(FEE);
  const wrapped: Moved[] = [
    ["ours", 10_000_000n, 0n, true],
    ["opened", 0n, rent + 77n],
  ];
  expect(costOf(transactionOf(wrapped, [], [[1, "y", 77n, WRAPPED_SOL]]))).toBe(FEE + rent);
});

it("reject a block's transaction without its balances, or with balances of other accounts", () => {
  const key = MINT;
  const meta = {
    err: null,
    fee: "#5000",
    preBalances: ["#1"],
    postBalances: ["#1"],
    preTokenBalances: [],
    postTokenBalances: [],
  };
  const transaction = { signatures: ["5".repeat(88)], accountKeys: [{ pubkey: key, signer: true }] };
  expect(decodeTransaction({ transaction, meta })).toMatchObject({ succeeded: true, feeUnits: 5000n });
  const { err: _, ...silent } = meta;
  for (const wrong of [
    null,
    silent,
    { ...meta, fee: "#5.5" },
    { ...meta, postBalances: [] },
    { ...meta, preBalances: ["1"] },
  ]) {
    expect(() => decodeTransaction({ transaction, meta: wrong })).toThrow();
  }
  expect(() => decodeTransaction({ transaction: { ...transaction, accountKeys: [] }, meta })).toThrow();
});
