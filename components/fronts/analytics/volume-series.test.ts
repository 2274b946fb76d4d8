import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { axisLabel } from "@/components/fronts/analytics/drawn-size";
import { seriesOf, worthOf } from "@/components/fronts/analytics/volume-series";

const coin = (currency: string, usd: string) => ({ currency, usd, amount: usd, count: 1 });
const bucket = (...coins: ReturnType<typeof coin>[]) => ({ start: "", date: "", usd: "", count: 0, coins });
const COINS = ["USDT", "ETH", "BTC", "USDC", "LTC", "DOGE"].map((name) => coin(name, "1.00"));

test("up to six coins have their own series; beyond that, the five largest and one for all others", () => {
  expect(seriesOf({ coins: COINS })).toEqual(["USDT", "ETH", "BTC", "USDC", "LTC", "DOGE"]);
  expect(seriesOf({ coins: [...COINS, coin("BNB", "0.10")] })).toEqual(["USDT", "ETH", "BTC", "USDC", "LTC", "Others"]);
});

test("the series of a bucket add up to its total, to the cent", () => {
  const series = seriesOf({ coins: [...COINS, coin("BNB", "0.10")] });
  const day = bucket(coin("ETH", "0.10"), coin("DOGE", "0.20"), coin("BNB", "0.01"));
  expect(worthOf(day, series)).toEqual(["0.00", "0.10", "0.00", "0.00", "0.00", "0.21"]);
});

test("the days below a chart are evenly spaced, whatever its width", () => {
  // The library's other options always keep the last day, at any distance.
  for (const name of ["volume-chart", "success-chart"]) {
    const source = readFileSync(`components/fronts/analytics/${name}.tsx`, "utf8");
    expect([...source.matchAll(/interval=(\S+)/g)].map(([, value]) => value)).toEqual(['"equidistantPreserveStart"']);
  }
});

test("the axis labels of a chart have even steps", () => {
  expect([0, 350, 700, 1_050, 1_400].map(axisLabel)).toEqual(["0", "350", "700", "1.05K", "1.4K"]);
  expect([0, 7_500, 15_000, 22_500].map(axisLabel)).toEqual(["0", "7.5K", "15K", "22.5K"]);
});
