import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { heldFunds, merchantWallet, operatorCapital, receivable, reserved, userWallet } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { moveValue, newUser } from "@/lib/money-in/credits/testing/credit-rig";
import { fundCapital, newMerchant, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createTransfer } from "@/lib/money-out/transfers/create-transfer";
import { listTransfers, listTransferWallets } from "@/lib/money-out/transfers/dashboard-queries";
import { TRANSFER_PAGE_SIZE, type TransferForm } from "@/lib/money-out/transfers/dashboard-schema";
import { listPersonalWallets, listWallets } from "@/lib/people/settings/settings-queries";

beforeAll(async () => {
  await openGateway(1);
  await fundCapital("USDT", "1000000");
});
afterAll(closeDatabase);

type Shop = { readonly merchantId: string; readonly ownerId: string; readonly managerId: string };

/** Creates a shop with an owner, a manager, and the given amount in its business wallet. */
async function shopWith(usdt: string): Promise<Shop> {
  const [merchantId, ownerId, managerId] = [await newMerchant(), await newUser(), await newUser()];
  await database().merchantMember.create({ data: { merchantId, userId: ownerId, role: "owner" } });
  await database().merchant.update({ where: { id: merchantId }, data: { walletOwnerId: ownerId } });
  await database().merchantMember.create({ data: { merchantId, userId: managerId, role: "manager" } });
  await moveValue(operatorCapital("USDT"), merchantWallet(merchantId, "USDT"), usdt);
  return { merchantId, ownerId, managerId };
}

const personal = async (userId: string) => (await findBalance(userWallet(userId, "USDT"))).toFixed();

function move(shop: Shop, actorId: string, amount: string, direction: TransferForm["direction"] = "to-personal") {
  return createTransfer({ merchantId: shop.merchantId, actorId, direction, currency: "USDT", amount });
}

async function fieldsOf(outcome: Promise<void>) {
  const error = await outcome.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error("it was not refused");
  return error.fields ?? error.message;
}

describe("a transfer created on the pages", () => {
  test("moves money both ways, and names its creator", async () => {
    const shop = await shopWith("100");
    await move(shop, shop.managerId, "60");
    await move(shop, shop.ownerId, "25", "to-business");
    expect([await walletOf(shop.merchantId), await personal(shop.ownerId)]).toEqual(["65", "35"]);
    const { items } = await listTransfers(shop.merchantId, {});
    expect(items).toMatchObject([
      { direction: "to-business", amount: "25", currency: "USDT", requestedBy: "Ada" },
      { direction: "to-personal", amount: "60", currency: "USDT", requestedBy: "Ada" },
    ]);
    const trail = await database().auditEvent.findMany({
      where: { merchantId: shop.merchantId },
      orderBy: { id: "asc" },
    });
    expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["transfer.to-personal", shop.managerId],
      ["transfer.to-business", shop.ownerId],
    ]);
  });

  test("is refused with a message at the invalid field", async () => {
    const shop = await shopWith("100");
    expect(await fieldsOf(move(shop, shop.ownerId, "101"))).toEqual({
      amount: ["The wallet balance is too low."],
    });
    expect(await fieldsOf(move(shop, shop.ownerId, "0.0000000000000000001"))).toHaveProperty("amount");
    expect(await fieldsOf(move(shop, shop.ownerId, "0.01"))).toEqual({
      amount: [expect.stringMatching(/^The minimum is .+ USDT\.$/)],
    });
    expect(await fieldsOf(move(shop, shop.ownerId, "5", "to-business"))).toEqual({
      currency: ["There is no personal wallet in this coin."],
    });
    const usd = { merchantId: shop.merchantId, actorId: shop.ownerId, direction: "to-personal", amount: "5" } as const;
    expect(await fieldsOf(createTransfer({ ...usd, currency: "USD" }))).toEqual({
      currency: ["This coin can't be transferred."],
    });
    await database().merchant.update({ where: { id: shop.merchantId }, data: { payoutsBlockedAt: new Date() } });
    expect(await fieldsOf(move(shop, shop.ownerId, "5"))).toContain("Transfers are on hold");
    expect(await walletOf(shop.merchantId)).toBe("100");
  });

  test("takes nothing from an owner's personal wallet for anyone else, and hides its balance from them", async () => {
    const shop = await shopWith("100");
    await move(shop, shop.ownerId, "40");
    expect(await fieldsOf(move(shop, shop.managerId, "10", "to-business"))).toContain("Only Ada can");
    expect(await personal(shop.ownerId)).toBe("40");
    const [asOwner, asManager] = [
      await listTransferWallets(shop.merchantId, shop.ownerId),
      await listTransferWallets(shop.merchantId, shop.managerId),
    ];
    expect(asOwner).toMatchObject({ owner: { name: "Ada", isYou: true }, items: [{ business: "60", personal: "40" }] });
    expect(asManager).toMatchObject({ owner: { isYou: false }, items: [{ business: "60", personal: null }] });
  });
});

describe("the list of transfers", () => {
  test("pages through all transfers without repeating or omitting one, and shows none of another merchant", async () => {
    const [shop, other] = [await shopWith("10000"), await shopWith("10000")];
    const count = TRANSFER_PAGE_SIZE + 3;
    for (let n = 1; n <= count; n += 1) {
      await move(shop, shop.ownerId, `${100 + n}`);
      if (n % 9 === 0) await move(other, other.ownerId, "1000");
    }
    const first = await listTransfers(shop.merchantId, {});
    const second = await listTransfers(shop.merchantId, { cursor: first.nextCursor ?? "" });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([TRANSFER_PAGE_SIZE, 3, null]);
    const amounts = [...first.items, ...second.items].map(({ amount }) => amount);
    expect(amounts).toEqual(Array.from({ length: count }, (_, index) => `${100 + count - index}`));
  });
});

describe("balances", () => {
  test("are shown next to reserved, held and owed amounts, and only the remainder can be spent", async () => {
    const { merchantId, ownerId } = await shopWith("100");
    await moveValue(merchantWallet(merchantId, "USDT"), reserved(merchantId, "USDT"), "30");
    await moveValue(operatorCapital("USDT"), heldFunds(merchantId, "USDT"), "7");
    await moveValue(receivable(merchantId, "USDT"), operatorCapital("USDT"), "5");
    const amounts = {
      balance: "70",
      spendable: "65",
      reserved: "30",
      held: "7",
      pending: "0",
      owed: "5",
      usd: "70.00",
    };
    expect((await listWallets(merchantId)).items).toMatchObject([{ currency: "USDT", ...amounts }]);
    expect(await listPersonalWallets(ownerId)).toEqual({ items: [], totalUsd: "0.00", isTotalWhole: true });
    await moveValue(operatorCapital("USDT"), userWallet(ownerId, "USDT"), "12");
    expect((await listPersonalWallets(ownerId)).items).toMatchObject([
      { balance: "12", spendable: "12", reserved: "0" },
    ]);
  });
});
