import { encodeFunctionData, getAddress } from "viem";
import { describe, expect, test } from "vitest";
import { ERC20_ABI } from "@/lib/chains/evm/config";
import { type EvmSandboxNetwork, parseSandboxNetworks, type SandboxNetwork } from "@/lib/chains/sandbox-file";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { ADDRESS, ETHEREUM, NOW, payDeposit, payView, USDT_QUOTE } from "@/lib/money-in/invoices/testing/pay-views";
import { type PlayMoneyKind, playPayment } from "@/lib/run/sandbox/play-money";
import { evmOrder, transferData } from "@/lib/run/sandbox/send-from-faucet";

const FAUCET = getAddress("0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266");
const USDC = getAddress("0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d");
const CHAIN: EvmSandboxNetwork = {
  family: "evm",
  rpcUrl: "http://127.0.0.1:8545",
  chainId: 1,
  faucet: FAUCET,
  tokens: {
    USDT: { address: getAddress(USDT_QUOTE.contract ?? ""), decimals: 18 },
    USDC: { address: USDC, decimals: 6 },
  },
};

const pay = (kind: PlayMoneyKind, changes: Partial<PayView> = {}) => {
  const view = payView(changes);
  return evmOrder(FAUCET, playPayment(kind, CHAIN, view, payState(view, NOW)));
};
const transferOf = (value: bigint) =>
  encodeFunctionData({ abi: ERC20_ABI, functionName: "transfer", args: [ADDRESS, value] });

describe("a play-money payment", () => {
  test("of a native coin carries the exact amount in wei from the faucet", () => {
    expect(pay("exact")).toEqual({ from: FAUCET, to: ADDRESS, value: `0x${(18600000000000000n).toString(16)}` });
  });

  test("of a token is a call to its contract, as an independent encoder writes it", () => {
    expect(pay("exact", { quote: USDT_QUOTE })).toEqual({
      from: FAUCET,
      to: USDT_QUOTE.contract,
      data: transferOf(25050000000000000000n),
    });
  });

  test('sends half of the amount due for "too little", and half as much again for "too much"', () => {
    expect(pay("little").value).toBe(`0x${(9300000000000000n).toString(16)}`);
    expect(pay("much").value).toBe(`0x${(27900000000000000n).toString(16)}`);
  });

  test("of a partly paid invoice sends the remainder", () => {
    const changes = { status: "process", deposits: [payDeposit("0.01")] } as const;
    expect(pay("exact", changes).value).toBe(`0x${(8600000000000000n).toString(16)}`);
  });

  test("in a wrong token uses one that the invoice does not accept, in that token's own units", () => {
    expect(pay("token", { quote: USDT_QUOTE })).toEqual({ from: FAUCET, to: USDC, data: transferOf(5_000_000n) });
  });

  test("is refused while no coin is chosen", () => {
    expect(() => pay("exact", { quote: null })).toThrow("Choose a coin first");
  });
});

test("calldata holds every amount that fits into 256 bits", () => {
  for (const value of [0n, 1n, 10n ** 30n, 2n ** 256n - 1n])
    expect(transferData(ADDRESS, value)).toBe(transferOf(value));
});

test("on a chain without tokens no wrong one can be sent", () => {
  const bitcoin: SandboxNetwork = { family: "btc", rpcUrl: CHAIN.rpcUrl, payUrl: CHAIN.rpcUrl, tokens: {} };
  const view = payView();
  expect(() => playPayment("token", bitcoin, view, payState(view, NOW))).toThrow("no other token");
});

describe("the sandbox file", () => {
  const { family: _family, ...asWritten } = CHAIN;
  const btc = { family: "btc", rpcUrl: "http://user:pass@127.0.0.1:1", payUrl: "http://127.0.0.1:2/x", tokens: {} };
  const networks = parseSandboxNetworks(
    JSON.stringify({
      baseUrl: "x",
      networks: { eth: asWritten, btc, odd: { family: "odd", rpcUrl: "http://x.test" } },
    }),
  );

  test("loads networks without a family as those of the EVM family", () => {
    expect(networks.get(ETHEREUM.code)).toEqual(CHAIN);
  });

  test("loads networks of other families, and ignores unknown families", () => {
    expect(networks.get("btc")).toEqual(btc);
    expect(networks.has("odd")).toBe(false);
  });
});
