import { describe, expect, test } from "vitest";
import { askWallet, type Order } from "@/components/payers/pay/script/wallet/ask-wallet";

const ACCOUNT = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
const ORDER: Order = { chainId: "0x38", to: "0xshop", value: "0x0", data: "0xa9059cbb00", chain: { chainId: "0x38" } };

type Answers = Readonly<Record<string, (...params: readonly never[]) => unknown>>;

/**
 * A wallet on BNB Smart Chain that accepts everything except in `answers`, and the requests it
 * received.
 */
function wallet(answers: Answers = {}) {
  const asked: string[] = [];
  const sent: unknown[] = [];
  const usual: Answers = {
    eth_requestAccounts: () => [ACCOUNT],
    eth_chainId: () => "0x38",
    eth_sendTransaction: (transaction) => {
      sent.push(transaction);
      return "0xhash";
    },
  };
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    asked.push(method);
    const answer = { ...usual, ...answers }[method];
    if (answer === undefined) throw Object.assign(new Error("no such method"), { code: -32601 });
    return answer(...(params as readonly never[]));
  };
  return { provider: { request }, asked, sent };
}

function failsWith(code: unknown, data?: unknown): () => never {
  return () => {
    throw Object.assign(new Error("the wallet says no"), { code, data });
  };
}

/** A wallet on Ethereum. */
const ELSEWHERE: Answers = { eth_chainId: () => "0x1" };

async function pay(answers: Answers, changes: Partial<Order> = {}, isStill = true) {
  const { provider, asked, sent } = wallet(answers);
  const said: string[] = [];
  const outcome = await askWallet(
    provider,
    { ...ORDER, ...changes },
    (step) => said.push(step),
    () => isStill,
  );
  return { outcome, asked, sent, said };
}

/** A wallet that changes its chain when `method` is accepted. */
function moving(method: string, answers: Answers = {}): Answers {
  let chain = "0x1";
  return {
    eth_chainId: () => chain,
    [method]: () => {
      chain = "0x38";
      return null;
    },
    ...answers,
  };
}

describe("paying with a browser wallet", () => {
  test("requests the account, checks the chain, and sends what the page specifies", async () => {
    const { outcome, asked, sent, said } = await pay({});
    expect(outcome).toBe("sent");
    expect(asked).toEqual(["eth_requestAccounts", "eth_chainId", "eth_sendTransaction"]);
    expect(sent).toEqual([{ from: ACCOUNT, to: "0xshop", value: "0x0", chainId: "0x38", data: "0xa9059cbb00" }]);
    expect(said).toEqual(["connect", "confirm"]);
  });

  test("sends the network's native coin without call data", async () => {
    const { sent } = await pay({}, { data: "0x", value: "0x10" });
    expect(sent).toEqual([{ from: ACCOUNT, to: "0xshop", value: "0x10", chainId: "0x38" }]);
  });

  test.each(["0x038", 56, "56"])("recognizes the chain by its number, written as %s", async (chain) => {
    expect((await pay({ eth_chainId: () => chain })).asked).not.toContain("wallet_switchEthereumChain");
  });

  test("switches the wallet to the right chain, and verifies it", async () => {
    const { outcome, asked, said } = await pay(moving("wallet_switchEthereumChain"));
    expect(outcome).toBe("sent");
    expect(asked.slice(1, 4)).toEqual(["eth_chainId", "wallet_switchEthereumChain", "eth_chainId"]);
    expect(said).toEqual(["connect", "network", "confirm"]);
  });

  test.each([
    ["reported with the standard error code", failsWith(4902)],
    ["reported with that code wrapped, as mobile wallets do", failsWith(-32603, { originalError: { code: 4902 } })],
  ])("offers to add a chain that the wallet does not know, %s", async (_how, unknown) => {
    let isKnown = false;
    const answers = moving("wallet_switchEthereumChain");
    const change = answers["wallet_switchEthereumChain"];
    const added: unknown[] = [];
    const { outcome } = await pay({
      ...answers,
      wallet_switchEthereumChain: () => (isKnown ? change?.() : unknown()),
      wallet_addEthereumChain: (chain) => {
        isKnown = true;
        added.push(chain);
      },
    });
    expect([outcome, added]).toEqual(["sent", [{ chainId: "0x38" }]]);
  });

  test("adds no chain without public data, and sends nothing on another", async () => {
    const answers = { ...ELSEWHERE, wallet_switchEthereumChain: failsWith(4902) };
    const { outcome, asked, sent } = await pay(answers, { chain: null });
    expect([outcome, sent]).toEqual(["wrong", []]);
    expect(asked).not.toContain("wallet_addEthereumChain");
  });

  test.each([
    ["cannot switch chains", ELSEWHERE],
    ["reports a chain switch that did not happen", { ...ELSEWHERE, wallet_switchEthereumChain: () => null }],
    ["reports an unreadable chain id", { eth_chainId: () => "main", wallet_switchEthereumChain: () => null }],
  ])("sends nothing with a wallet that %s", async (_what, answers) => {
    expect(await pay(answers)).toMatchObject({ outcome: "wrong", sent: [] });
  });

  test.each([
    ["access to the account", { eth_requestAccounts: failsWith(4001) }],
    ["access to the account, with an empty list", { eth_requestAccounts: () => [] }],
    ["the chain switch", { ...ELSEWHERE, wallet_switchEthereumChain: failsWith(4001) }],
    [
      "the addition of a chain",
      {
        ...ELSEWHERE,
        wallet_switchEthereumChain: failsWith(4902),
        wallet_addEthereumChain: failsWith(4001),
      },
    ],
    ["the transfer", { eth_sendTransaction: failsWith(4001) }],
    ["the transfer, with a library's error code", { eth_sendTransaction: failsWith("ACTION_REJECTED") }],
  ])("is silent when the payer refuses %s", async (_what, answers) => {
    expect(await pay(answers)).toMatchObject({ outcome: "refused", sent: [] });
  });

  test("reports that the wallet already shows a request", async () => {
    expect((await pay({ eth_requestAccounts: failsWith(-32002) })).outcome).toBe("busy");
    const change = { ...ELSEWHERE, wallet_switchEthereumChain: failsWith(-32002) };
    expect((await pay(change)).outcome).toBe("busy");
  });

  test("reports any other error, and does not retry automatically", async () => {
    for (const reason of [failsWith(-32000), failsWith(undefined)]) {
      const { outcome, asked } = await pay({ eth_sendTransaction: reason });
      expect(outcome).toBe("failed");
      expect(asked.filter((method) => method === "eth_sendTransaction")).toHaveLength(1);
    }
  });

  test("sends nothing if the page has meanwhile changed to another order", async () => {
    expect(await pay({}, {}, false)).toMatchObject({ outcome: "changed", sent: [] });
  });
});
