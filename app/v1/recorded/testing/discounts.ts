import type { Group, Variants } from "@/app/v1/recorded/testing/recorder";

const SET = "/v1/payment/discount/set";
const LIST = "/v1/payment/discount/list";
const DISCOUNT = { currency: "USDT", network: "bsc", discount_percent: -10 };

const REFUSED: Variants = {
  currency: [undefined, null, "", "BUSD", "USD", "BTC", "A".repeat(17), {}],
  network: [undefined, "", "nowhere", 5],
  discount_percent: [undefined, null, "", -100, 101, "5.5", "ten", true, {}],
};

/** `POST /v1/payment/discount/list` and `set` */
export const discounts: Group = {
  name: "discounts",
  about: "Discounts: what payers get for choosing a coin.",
  record: async (calls) => {
    const shop = await calls.newShop("the shop");
    await calls.ask(shop, SET, DISCOUNT);
    await calls.ask(shop, SET, { currency: "usdc", network: "BSC", discount_percent: "7", page: 1 });
    await calls.askEach(shop, SET, DISCOUNT, { discount_percent: [0, -99, "100", -10] });
    await calls.askEach(shop, SET, DISCOUNT, REFUSED);
    await calls.ask(shop, SET, {});
    await calls.ask(shop, LIST, {});
    await calls.ask(shop, "/v1/payment", { amount: "10", currency: "USD", order_id: "chosen-later" });
  },
};
