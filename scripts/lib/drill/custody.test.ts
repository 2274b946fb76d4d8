import { expect, test } from "vitest";
import { explainCustody, gasLeftBy } from "@/scripts/lib/drill/custody.mjs";

const payout = {
  ...{
    network: "eth",
    purpose: "payout",
    currency: "USDT",
    amount: "6.5",
    isFromHot: true,
    address: "0xpayee",
    from: null,
  },
  ...{ isFeeFromDeposits: false, fee: "0.000000000000000003", native: "ETH" },
};
const sweep = { ...payout, purpose: "sweep", amount: "15", isFromHot: false, from: "0xpaid", fee: "0" };
const gas = { ...payout, purpose: "gas", currency: "ETH", amount: "0.000000000000000007", address: "0xpaid" };
const HOT = "WRONG hot USDT on eth: the books expect 1,000,000.5 USDT, the chain holds 1,000,009.0 USDT at block 77";
const GAS = "WRONG hot ETH on eth: the books expect 1.000000000000000003 ETH, the chain holds 1 ETH at block 77";
const DEPOSITS = "WRONG deposits USDT on eth: the books expect 15.00 USDT, the chain holds 0.00 USDT at block 77";

test("differences that are to the last unit what was sent are explained", () => {
  const { places, unexplained } = explainCustody([HOT, GAS, DEPOSITS], [payout, sweep]);
  expect(unexplained).toEqual([]);
  expect(places).toEqual([
    { place: "hot USDT on eth", difference: "8.5" },
    { place: "hot ETH on eth", difference: "-0.000000000000000003" },
    { place: "deposits USDT on eth", difference: "-15" },
  ]);
});

test.each([
  ["another amount", [HOT.replace("1,000,009.0", "1,000,009.1"), GAS, DEPOSITS], "hot USDT on eth: the chain differs"],
  ["no difference where something was sent", [HOT, DEPOSITS], "hot ETH on eth: the lost sends moved"],
  ["a difference elsewhere", [HOT, GAS, DEPOSITS, DEPOSITS.replaceAll("USDT", "USDC")], "deposits USDC on eth"],
  ["any other sentence of the audit", [HOT, GAS, DEPOSITS, "WRONG entry 5 does not balance"], "entry 5"],
])("%s is not explained", (_what, lines, sentence) => {
  const { unexplained } = explainCustody(lines, [payout, sweep]);
  expect(unexplained).toHaveLength(1);
  expect(unexplained[0]).toContain(sentence);
});

test("gas that was sent is left at its address but for the fees that the address paid, and shows in no place of the audit", () => {
  const sent = [gas, { ...gas, fee: "0" }, { ...sweep, isFeeFromDeposits: true, fee: "0.000000000000000005" }];
  expect([...gasLeftBy(sent)].map(([address, left]) => [address, left.toFixed()])).toEqual([
    ["0xpaid", "0.000000000000000009"],
  ]);
  const { places, unexplained } = explainCustody(
    [
      "WRONG hot ETH on eth: the books expect 1.000000000000000017 ETH, the chain holds 1 ETH at block 77",
      HOT.replace("1,000,009.0", "1,000,015.5"),
      DEPOSITS,
    ],
    sent,
  );
  expect(unexplained).toEqual([]);
  expect(places[0]).toEqual({ place: "hot ETH on eth", difference: "-0.000000000000000017" });
});
