import { expect, test } from "vitest";
import { payUri } from "@/lib/invoices/pay-uri";
import { ADDRESS, ETH_QUOTE, USDT_QUOTE } from "@/lib/invoices/testing/pay-views";
import { decimal } from "@/lib/money/decimal";

test("a native coin is asked for in wei on its chain", () => {
  expect(payUri(ETH_QUOTE, decimal("0.0186"))).toBe(`ethereum:${ADDRESS}@1?value=18600000000000000`);
});

test("a token is asked for by its contract, in the units that it has on that network", () => {
  const uri = `ethereum:0x55d398326f99059ff775485246999027b3197955@56/transfer?address=${ADDRESS}`;
  expect(payUri(USDT_QUOTE, decimal("25.05"))).toBe(`${uri}&uint256=25050000000000000000`);
});

test("a family without a known standard has no payment text, and the plain address serves", () => {
  const network = { ...ETH_QUOTE.network, family: "doge", chainId: null };
  expect(payUri({ ...ETH_QUOTE, network }, decimal("1"))).toBeNull();
});
