import { acceptOnly, setMerchant, withoutFreshPrice, withoutNode } from "@/app/v1/conformance/errors/provocation";
import { fund } from "@/app/v1/conformance/testing/world";
import { type NamedShop, NOBODY } from "@/app/v1/recorded/testing/named-shop";
import { createOrders } from "@/app/v1/recorded/testing/orders";
import type { Group, Recorder, Variants } from "@/app/v1/recorded/testing/recorder";
import { database } from "@/lib/kernel/db";
import { merchantWallet } from "@/lib/ledger/account";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { BTC_ADDRESS, EVM_ADDRESS } from "@/lib/money-out/payouts/testing/payout-rig";
import {
  simulateConfirmed,
  simulateFailed,
  simulateSigned,
  simulateWaits,
} from "@/lib/money-out/payouts/testing/simulated-engine";
import { CLIENT_LIBRARIES } from "@/lib/people/merchants/schema";
import { changeMerchantSettings } from "@/lib/people/settings/change-merchant-settings";

const PATH = "/v1/payout";
const CALC = "/v1/payout/calc";
const CALCULATE = "/v1/payout/calculate";
const INFO = "/v1/payout/info";
const HOOK = "https://shop.example/payout";
const TON_ADDRESS = "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA";
const PAYOUT = { amount: "3", currency: "USDT", network: "bsc", address: EVM_ADDRESS, is_subtract: true };
const BTC = { currency: "BTC", network: null, address: BTC_ADDRESS };
const long = (count: number) => "a".repeat(count);

const TAKEN: readonly object[] = [
  PAYOUT,
  { ...PAYOUT, is_subtract: "0" },
  { ...PAYOUT, amount: 3.5, currency: "usdt", network: "BSC" },
  { ...PAYOUT, amount: "3.000000000000000001" },
  { ...PAYOUT, amount: "03.10", priority: "highest", course_source: "BinanceP2p", url_callback: HOOK },
  { ...PAYOUT, amount: "10", currency: "EUR", to_currency: "USDT" },
  { ...PAYOUT, amount: "10", currency: "EUR", to_currency: "USDT", is_subtract: false },
  { ...PAYOUT, ...BTC, amount: "0.001" },
  { ...PAYOUT, ...BTC, amount: "10", currency: "EUR", to_currency: "BTC", from_currency: "USDT" },
  { ...PAYOUT, amount: "0.01", currency: "ETH", network: "eth", from_currency: "usdt" },
  { ...PAYOUT, from_currency: "USDT", to_currency: "USDT", memo: "", unknown: [] },
  { ...PAYOUT, amount: "1", currency: "TON", network: null, address: TON_ADDRESS, memo: "deposit 17" },
];

/** Values that a payout and its calculation refuse. */
const REFUSED: Variants = {
  amount: [
    undefined,
    "",
    "0",
    "-3",
    "3,5",
    "1e1",
    "ten",
    true,
    long(41),
    "1.0000000000000000001",
    "0.49999999",
    "1000001",
    "99999",
  ],
  currency: [undefined, "XXX", "USDТ", "USD", "POL", long(17), {}],
  network: [undefined, null, "nowhere", "btc", "arbitrum", {}],
  to_currency: ["ETH", "EUR", 5],
  from_currency: ["BTC", "USD", {}],
  address: [
    undefined,
    null,
    "x",
    EVM_ADDRESS.slice(0, -1),
    EVM_ADDRESS.replace("dA6", "Da6"),
    BTC_ADDRESS,
    TON_ADDRESS,
    `0x${"0".repeat(40)}`,
    long(129),
    [],
  ],
  is_subtract: [undefined, null, "yes", 2],
  course_source: ["Bin", "Nobody", long(21)],
  priority: ["hig", "normal", "recommendedd", 1],
};

const OF_A_PAYOUT: Variants = {
  order_id: [undefined, null, "a b", "é", long(101), {}],
  url_callback: ["ftp://shop.example", "http", `https://shop.example/${long(240)}`],
  memo: ["m", long(31)],
};

const MISNAMED: readonly object[] = [
  {},
  { uuid: "1" },
  { uuid: NOBODY },
  { order_id: "nothing" },
  { order_id: "a b" },
  { order_id: long(129) },
  { uuid: {}, order_id: [] },
];

type End = readonly (readonly [says: string, happens: (uuid: string, shop: NamedShop) => Promise<unknown>])[];
const ENDS: Readonly<Record<string, End>> = {
  paid: [
    ["it waits for funds", (uuid) => simulateWaits(uuid, "funds")],
    ["it is signed", (uuid) => simulateSigned(uuid)],
    ["it is deep enough in the chain", (uuid) => simulateConfirmed(uuid)],
  ],
  failed: [
    ["it is signed", (uuid) => simulateSigned(uuid)],
    ["its chain reverts it", (uuid) => simulateFailed(uuid)],
  ],
  given: [
    ["it is signed", (uuid) => simulateSigned(uuid)],
    ["the gateway gives it up", (uuid) => simulateFailed(uuid, "no funds", "gateway")],
  ],
  cancelled: [
    [
      "somebody of the shop cancels it",
      (payoutId, { merchantId, ownerId }) => cancelPayout({ merchantId, payoutId, actorId: ownerId }),
    ],
  ],
};

async function askEnds(calls: Recorder, shop: NamedShop): Promise<void> {
  for (const [order_id, steps] of Object.entries(ENDS)) {
    const { uuid } = (await calls.ask(shop, PATH, { ...PAYOUT, order_id, url_callback: HOOK })).result;
    for (const [says, happens] of steps) {
      await calls.meanwhile(says, () => happens(uuid, shop));
      await calls.ask(shop, INFO, { uuid });
    }
  }
  await calls.ask(shop, "/v1/payout/list", {});
}

/** The kind of client library decides the form of amounts and the key of webhooks. */
async function askByLibrary(calls: Recorder): Promise<void> {
  for (const clientLibrary of CLIENT_LIBRARIES) {
    const shop = await calls.newShop(`a shop with a ${clientLibrary} library`);
    await changeMerchantSettings({ merchantId: shop.merchantId, userId: shop.ownerId }, { clientLibrary });
    await fund(merchantWallet(shop.merchantId, "USDT"), "1000.1");
    const order = { ...PAYOUT, is_subtract: false, order_id: "by-library", url_callback: HOOK };
    const { uuid } = (await calls.ask(shop, PATH, order)).result;
    await calls.meanwhile("it waits for funds", () => simulateWaits(uuid, "funds"));
    await calls.ask(shop, INFO, { uuid });
    await calls.ask(shop, "/v1/payout/list", {});
  }
}

async function askAtBadTimes(calls: Recorder, next: (order: object) => object): Promise<void> {
  const shop = await calls.newShop("a shop");
  await fund(merchantWallet(shop.merchantId, "USDT"), "100");
  for (const path of [PATH, CALC, CALCULATE]) {
    const ask = (fields: object, says: string) => calls.ask(shop, path, next({ ...PAYOUT, ...fields }), { says });
    await withoutNode("bsc", () => ask({}, "no node of bsc answers"));
    await withoutFreshPrice("USDT", () =>
      ask({ currency: "EUR", to_currency: "USDT" }, "the last price is an hour old"),
    );
    await ask({ currency: "EUR", to_currency: "VERSE", network: "eth" }, "nobody ever priced the coin");
    await ask({ amount: "100" }, "the balance lacks the fee");
    await ask({ amount: "0.9", network: "eth", is_subtract: false }, "the fee is more than the amount");
    await ask({ currency: "ETH", network: "eth", amount: "10", from_currency: "USDT" }, "too little to convert");
    await setMerchant(shop, { payoutsBlockedAt: new Date() });
    await ask({}, "its payouts are blocked").finally(() => setMerchant(shop, { payoutsBlockedAt: null }));
  }
  const choosy = await calls.newShop("a shop that accepts another coin alone");
  await acceptOnly(choosy, { currency: "DAI", network: "eth" });
  for (const path of [PATH, CALC, CALCULATE]) await calls.ask(choosy, path, next(PAYOUT));
}

/**
 * Valid addresses that payouts refuse: a deposit address of the gateway, and the contract of the
 * token.
 */
async function askStrangeAddresses(calls: Recorder, shop: NamedShop): Promise<void> {
  const { address: own } = await database().address.findFirstOrThrow({ where: { family: "evm" } });
  for (const address of [own, "0x55d398326f99059fF775485246999027B3197955"])
    await calls.ask(shop, PATH, { ...PAYOUT, address, order_id: "refused" });
}

/** `POST /v1/payout`, its calculations, `info` and `list`. */
export const payouts: Group = {
  name: "payouts",
  about: "Payouts: calculated, created, looked up and listed, with the webhooks of each change.",
  record: async (calls) => {
    const [shop, other] = [await calls.newShop("the shop"), await calls.newShop("another shop")];
    const next = createOrders("payout");
    for (const [currency, amount] of [
      ["USDT", "10000"],
      ["BTC", "1"],
      ["TON", "50"],
    ] as const)
      await fund(merchantWallet(shop.merchantId, currency), amount, currency);
    for (const order of TAKEN) {
      await calls.ask(shop, CALC, order);
      await calls.ask(shop, PATH, next(order));
    }
    await calls.askEach(shop, PATH, { ...PAYOUT, order_id: "refused" }, { ...REFUSED, ...OF_A_PAYOUT });
    await askStrangeAddresses(calls, shop);
    await calls.askEach(shop, CALC, PAYOUT, REFUSED);
    await calls.askEach(shop, CALCULATE, PAYOUT, {
      address: [undefined, null, "x"],
      is_subtract: [undefined, "1", "yes"],
      currency: ["XXX"],
      network: ["btc"],
      to_currency: ["ETH"],
      amount: [undefined, "0.1", "1000001"],
    });
    await calls.ask(shop, CALCULATE, {});
    await calls.ask(shop, PATH, {});
    await calls.ask(shop, PATH, { ...PAYOUT, amount: "99", order_id: "payout-1" }, { says: "an order id again" });
    await calls.ask(other, PATH, { ...PAYOUT, order_id: "payout-1" }, { says: "it has nothing" });
    await calls.ask(shop, INFO, { order_id: "payout-4" });
    for (const body of MISNAMED) await calls.ask(shop, INFO, body);
    await calls.ask(other, INFO, { order_id: "payout-1" });
    await calls.ask(shop, INFO, { order_id: "payout-1" }, { key: "payment" });
    await askEnds(calls, await richShop(calls));
    await askByLibrary(calls);
    await askAtBadTimes(calls, next);
  },
};

async function richShop(calls: Recorder): Promise<NamedShop> {
  const shop = await calls.newShop("a shop with 100 USDT");
  await fund(merchantWallet(shop.merchantId, "USDT"), "100");
  return shop;
}
