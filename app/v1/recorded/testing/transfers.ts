import { setMerchant } from "@/app/v1/conformance/errors/provocation";
import { fund } from "@/app/v1/conformance/testing/world";
import type { Group, Variants } from "@/app/v1/recorded/testing/recorder";
import { database } from "@/lib/kernel/db";
import { merchantWallet, userWallet } from "@/lib/ledger/account";

const TO_PERSONAL = "/v1/transfer/to-personal";
const TO_BUSINESS = "/v1/transfer/to-business";
const TRANSFER = { amount: "10", currency: "USDT" };

const REFUSED: Variants = {
  amount: [undefined, "", "0", "-1", "1e1", "ten", "1.123456789", true, "1".repeat(41), "0.49", "1000001", "20000"],
  currency: [undefined, null, "XXX", "USD", "A".repeat(17), {}, "DAI"],
};

/** `POST /v1/transfer/to-personal` and `to-business` */
export const transfers: Group = {
  name: "transfers",
  about: "Transfers: between the business wallet and the personal wallet of the shop's owner.",
  record: async (calls) => {
    const shop = await calls.newShop("the shop");
    await fund(merchantWallet(shop.merchantId, "USDT"), "1000.00000001");
    await fund(userWallet(shop.ownerId, "USDT"), "50");
    for (const path of [TO_PERSONAL, TO_BUSINESS]) {
      await calls.ask(shop, path, TRANSFER);
      await calls.ask(shop, path, TRANSFER);
      await calls.ask(shop, path, { amount: 0.5, currency: "usdt", network: {}, order_id: "again" });
      await calls.ask(shop, path, { ...TRANSFER, amount: "1.00000001" });
      await calls.askEach(shop, path, TRANSFER, REFUSED);
      await calls.ask(shop, path, {});
      const blocked = await calls.newShop("a shop whose payouts are blocked");
      await setMerchant(blocked, { payoutsBlockedAt: new Date() });
      await calls.ask(blocked, path, TRANSFER);
      const ownerless = await calls.newShop("a shop without an owner");
      await database().merchantMember.deleteMany({ where: { merchantId: ownerless.merchantId } });
      await calls.ask(ownerless, path, TRANSFER);
    }
    const choosy = await calls.newShop("a shop that accepts another coin alone");
    await setMerchant(choosy, { acceptedCoins: [{ currency: "DAI", network: "eth" }] });
    await fund(userWallet(choosy.ownerId, "USDT"), "50");
    await calls.ask(choosy, TO_BUSINESS, TRANSFER);
  },
};
