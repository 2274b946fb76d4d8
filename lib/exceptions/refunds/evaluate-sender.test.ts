import { describe, expect, test } from "vitest";
import { validateAddress } from "@/lib/chains/address/validate-address";
import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";
import type { AddressInspection, NodeAnswer } from "@/lib/chains/driver";
import { EXCHANGES, evaluateInspections, exchangeAt, senderRejection } from "@/lib/exceptions/refunds/evaluate-sender";

const BSC = { family: "evm", name: "BNB Smart Chain" } as const;
const SOMEBODY = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ACCOUNT: AddressInspection = { kind: "account", active: true };
const CONTRACT: AddressInspection = { kind: "contract", active: true };

describe("automatic refunds are limited to senders that nothing known speaks against", () => {
  test.each(["evm", "tron", "sol", "ton"] as const)("accepts an account of %s", (family) => {
    expect(senderRejection({ family, name: family }, SOMEBODY)).toBeNull();
  });

  test.each(["btc", "ltc", "doge", "dash", "bch", "xmr"] as const)(
    "rejects an address of %s, which may no longer belong to anyone",
    (family) => {
      expect(senderRejection({ family, name: "Its chain" }, SOMEBODY)).toContain(
        "On Its chain the sender may not receive",
      );
      expect(senderRejection({ family, name: "Its chain" }, null)).toContain("On Its chain");
    },
  );

  test("rejects an unknown sender", () => {
    expect(senderRejection(BSC, null)).toContain("sender is unknown");
  });

  test("rejects an exchange, which cannot assign a refund to its customer, in any notation of its address", () => {
    const [address = ""] = EXCHANGES.evm?.["Binance"] ?? [];
    const [onTon = ""] = EXCHANGES.ton?.["Binance"] ?? [];
    expect(senderRejection(BSC, address)).toContain("Binance");
    expect(senderRejection(BSC, `0x${address.slice(2).toUpperCase()}`)).toContain("Binance");
    expect(onTon.startsWith("EQ")).toBe(true);
    const unbounced = "UQD5mxRgCuRNLxKxeOjG6r14iSroLF5FtomPnet-sgP5xI-e";
    expect(validateAddress("ton", unbounced, "real").ok).toBe(true);
    expect(senderRejection({ family: "ton", name: "TON" }, unbounced)).toContain("Binance");
  });

  test("lists every known exchange address once, in a valid form of its family", () => {
    for (const family of ADDRESS_FAMILIES) {
      const named = Object.entries(EXCHANGES[family] ?? {}).flatMap(([name, addresses]) =>
        addresses.map((address) => [name, address] as const),
      );
      expect(new Set(named.map(([, address]) => address)).size).toBe(named.length);
      for (const [name, address] of named) {
        expect(validateAddress(family, address, "real"), address).toMatchObject({ ok: true });
        expect(exchangeAt(family, address)).toBe(name);
      }
    }
  });
});

describe("the nodes' classification of a sender", () => {
  const AT = { height: 100n, needed: 2 };
  const nodeAnswer = (node: string, answer: AddressInspection | null, height = 100): NodeAnswer<AddressInspection> => {
    const head = answer === null ? null : { height, hash: "h", parentHash: "p", time: new Date(0) };
    return { node, head, answer, error: answer === null ? "silent" : null };
  };
  const judged = (...nodeAnswers: NodeAnswer<AddressInspection>[]) => evaluateInspections(nodeAnswers, "X", AT);

  test("is an account when two hosts, or the only host, report it, even if it was emptied since", () => {
    expect(judged(nodeAnswer("a", ACCOUNT), nodeAnswer("b", { ...ACCOUNT, active: false }))).toEqual({
      kind: "account",
    });
    expect(evaluateInspections([nodeAnswer("a", ACCOUNT)], "X", { ...AT, needed: 1 })).toEqual({ kind: "account" });
  });

  test.each([
    ["one node does not respond", [nodeAnswer("a", ACCOUNT), nodeAnswer("b", null)]],
    ["both nodes are on one host", [nodeAnswer("a:1", ACCOUNT), nodeAnswer("a:2", ACCOUNT)]],
    ["one node has not reached the deposit's block", [nodeAnswer("a", ACCOUNT), nodeAnswer("b", ACCOUNT, 99)]],
    ["a node that lags behind contradicts the other", [nodeAnswer("a", ACCOUNT), nodeAnswer("b", CONTRACT, 99)]],
    ["no node responds", [nodeAnswer("a", null), nodeAnswer("b", null)]],
  ])("is missing while %s, so that the nodes are queried again", (_, nodeAnswers) => {
    expect(judged(...nodeAnswers)).toEqual({ kind: "missing" });
  });

  test("requires an address when the nodes contradict each other, whichever is wrong", () => {
    const expected = { kind: "doubt", doubt: expect.stringContaining("do not agree") };
    expect(judged(nodeAnswer("a", ACCOUNT), nodeAnswer("b", CONTRACT))).toEqual(expected);
    expect(judged(nodeAnswer("a", ACCOUNT), nodeAnswer("b", ACCOUNT), nodeAnswer("c", CONTRACT))).toEqual(expected);
  });

  test("requires an address when the sender is a contract, or the chain has no account there", () => {
    expect(judged(nodeAnswer("a", CONTRACT), nodeAnswer("b", CONTRACT))).toMatchObject({
      doubt: expect.stringContaining("contract"),
    });
    const unknown: AddressInspection = { kind: "unknown", active: false };
    expect(judged(nodeAnswer("a", unknown), nodeAnswer("b", unknown))).toMatchObject({
      doubt: expect.stringContaining("is unknown"),
    });
  });
});
