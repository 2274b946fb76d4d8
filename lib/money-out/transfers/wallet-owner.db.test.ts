import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as toBusiness } from "@/app/v1/transfer/to-business/route";
import { POST as toPersonal } from "@/app/v1/transfer/to-personal/route";
import { call } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database, sqlState, withTransaction } from "@/lib/kernel/db";
import { userWallet } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { giveUser, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { createTransfer } from "@/lib/money-out/transfers/create-transfer";
import { listTransferWallets } from "@/lib/money-out/transfers/dashboard-queries";
import { addMember } from "@/lib/people/merchants/members-repo";
import type { MemberRole } from "@/lib/people/merchants/role";
import { merchantBalanceView } from "@/lib/people/merchants/wallet-owner-repo";
import { countLockWaits } from "@/lib/testing/lock-waits";

beforeAll(async () => {
  await openGateway(1);
});
afterAll(closeDatabase);

/**
 * Creates a merchant with 100 USDT, whose creator has 40 and a second owner 50 in their personal
 * wallets.
 */
async function newShop() {
  const shop = await newPayer({ USDT: "100" });
  const second = await newPayer();
  await giveUser(shop.userId, "USDT", "40");
  await giveUser(second.userId, "USDT", "50");
  await addMember(database(), { merchantId: shop.merchantId, userId: second.userId, role: "owner" });
  return { shop, second };
}

const personal = async ({ userId }: Payer) => (await findBalance(userWallet(userId, "USDT"))).toFixed();
const message = async (outcome: ReturnType<typeof call>) => {
  const { status, json } = await outcome;
  return status === 200 ? "done" : json.message;
};
const member = ({ merchantId, userId }: Payer) => ({ where: { merchantId_userId: { merchantId, userId } } });
const become = (payer: Payer, role: MemberRole) =>
  database().merchantMember.update({ ...member(payer), data: { role } });

describe("the personal wallet of a merchant", () => {
  test("belongs to its creator, even if another owner is an older member", async () => {
    const { shop, second } = await newShop();
    const before = { createdAt: new Date(0) };
    await database().merchantMember.update({ ...member({ ...second, merchantId: shop.merchantId }), data: before });

    expect(await message(call(toPersonal, shop, { amount: "10", currency: "USDT" }))).toBe("done");
    expect(await message(call(toBusiness, shop, { amount: "25", currency: "USDT" }))).toBe("done");

    expect([await personal(shop), await personal(second), await walletOf(shop.merchantId)]).toEqual([
      "25",
      "50",
      "115",
    ]);
  });

  test.each([
    ["is no longer a member", (shop: Payer) => database().merchantMember.delete(member(shop))],
    ["was made a viewer", (shop: Payer) => become(shop, "viewer")],
    ["was made a manager", (shop: Payer) => become(shop, "manager")],
  ])(
    "is unusable while its creator %s: nothing can be moved to or from it, nor from another owner",
    async (_, change) => {
      const { shop, second } = await newShop();
      await change(shop);

      for (const route of [toPersonal, toBusiness])
        expect(await message(call(route, shop, { amount: "10", currency: "USDT" }))).toBe("No found user wallet");
      const order = { merchantId: shop.merchantId, currency: "USDT", amount: "10" };
      for (const direction of ["to-personal", "to-business"] as const)
        for (const { userId: actorId } of [shop, second])
          await expect(createTransfer({ ...order, actorId, direction })).rejects.toThrow("Transfers are not possible");

      expect([await personal(shop), await personal(second), await walletOf(shop.merchantId)]).toEqual([
        "40",
        "50",
        "100",
      ]);
      for (const { userId } of [shop, second]) {
        const { owner, items } = await listTransferWallets(shop.merchantId, userId);
        expect(owner).toMatchObject({ isYou: false, isUsable: false });
        expect(items.map((item) => item.personal)).toEqual([null]);
      }
      const [view] = await merchantBalanceView(shop.merchantId);
      expect(view?.balance.user).toEqual([]);
    },
  );

  test("belongs to its creator again as soon as they are an owner again", async () => {
    const { shop } = await newShop();
    await become(shop, "viewer");
    await become(shop, "owner");
    expect(await message(call(toBusiness, shop, { amount: "10", currency: "USDT" }))).toBe("done");
  });

  test("moves nothing for a creator who loses the role during the transfer", async () => {
    const { shop } = await newShop();
    const { outcome } = await withTransaction(async (tx) => {
      await tx.merchantMember.update({ ...member(shop), data: { role: "viewer" } });
      const outcome = message(call(toBusiness, shop, { amount: "10", currency: "USDT" }));
      await expect.poll(countLockWaits).toBe(1);
      // Not awaited here: it continues when this transaction commits.
      return { outcome };
    });
    expect(await outcome).toBe("No found user wallet");
    expect([await personal(shop), await walletOf(shop.merchantId)]).toEqual(["40", "100"]);
  });

  test("cannot be used by another owner on the pages", async () => {
    const { shop, second } = await newShop();
    const order = { merchantId: shop.merchantId, actorId: second.userId, currency: "USDT", amount: "10" };
    await expect(createTransfer({ ...order, direction: "to-business" })).rejects.toMatchObject({ code: "forbidden" });
    await createTransfer({ ...order, direction: "to-personal" });
    expect([await personal(shop), await personal(second)]).toEqual(["50", "50"]);
  });

  test("can never change its owner: the database refuses it", async () => {
    const { shop, second } = await newShop();
    const data = { walletOwnerId: second.userId };
    const changed = database().merchant.update({ where: { id: shop.merchantId }, data });
    expect(sqlState(await changed.catch((error: unknown) => error))).toBe("CT002");
  });
});
