import { expect, test } from "vitest";
import { foldCoins, groupByCoin } from "@/components/payers/pay/coin-groups";
import { payChoice, payUnavailable } from "@/lib/money-in/invoices/testing/pay-views";

/** `coins` coins with `networks` networks each. */
function coinsOf(coins: number, networks: number) {
  return groupByCoin(
    Array.from({ length: coins * networks }, (_, index) =>
      payChoice({ currency: `C${Math.floor(index / networks)}`, networkCode: `n${index % networks}` }),
    ),
    [],
  );
}

const namesOf = (coins: ReturnType<typeof groupByCoin>) => coins.map(({ currency }) => currency);

test.each([
  [14, 1, 14],
  [15, 1, 15],
  [16, 1, 14],
  [40, 1, 14],
  [10, 4, 3],
  [7, 2, 7],
  [5, 9, 3],
  [3, 9, 3],
  [4, 9, 4],
])("of %i coins with %i networks each, the first %i are expanded", (coins, networks, open) => {
  const all = coinsOf(coins, networks);
  const shown = foldCoins(all);
  expect(shown.open).toHaveLength(open);
  expect([...shown.open, ...shown.folded]).toEqual(all);
});

test("an unavailable network counts as a line, is listed with its coin, and comes last if all of the coin are unavailable", () => {
  const closed = [payUnavailable({ currency: "SOL" }), payUnavailable({ currency: "ETH", networkCode: "arbitrum" })];
  const coins = groupByCoin([payChoice({ currency: "USDT" }), payChoice()], closed);
  expect(namesOf(coins)).toEqual(["USDT", "ETH", "SOL"]);
  expect(coins[1]?.closed).toEqual([closed[1]]);
  const many = Array.from({ length: 20 }, (_, index) => payUnavailable({ currency: `C${index}` }));
  const { open, folded } = foldCoins(groupByCoin([payChoice()], many));
  expect(open).toHaveLength(14);
  expect(folded).toHaveLength(7);
});
