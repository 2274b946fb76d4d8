import { expect, test } from "vitest";
import { parseSourceName, sourceOrder } from "@/lib/pricing/rates/source-name";

test("source names are accepted in any case, including the payout spelling", () => {
  expect(["Binance", "BINANCE", "BinanceP2p", "binancep2p", "exmo", "KuCoin"].map(parseSourceName)).toEqual([
    "Binance",
    "Binance",
    "BinanceP2P",
    "BinanceP2P",
    "Exmo",
    "Kucoin",
  ]);
  expect(["", "Sandbox", "Garantexio", "Binance ", "Bınance"].map(parseSourceName)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("a named source comes first and occurs once", () => {
  expect(sourceOrder(null)).toEqual(["Binance", "Kucoin", "Exmo", "BinanceP2P"]);
  expect(sourceOrder("BinanceP2P")).toEqual(["BinanceP2P", "Binance", "Kucoin", "Exmo"]);
});
