import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import { renewForPayer } from "@/lib/money-in/invoices/renew-for-payer";
import { invoiceNow, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { findLinkByName, updateLink } from "@/lib/money-in/payment-links/repo";
import { blankLink } from "@/lib/money-in/payment-links/testing/blank-link";
import { buy, newLink } from "@/lib/money-in/payment-links/testing/link-rig";

/** A form makes at most one invoice, and a link never sells more than it has. */

let merchantId: string;
beforeAll(() => openGateway(60));
beforeEach(async () => {
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

const invoicesOf = () => database().invoice.findMany({ where: { merchantId }, orderBy: { createdAt: "asc" } });
const UUID = /^[0-9a-f]{8}-/;

describe("a submitted form of a payment link", () => {
  test("makes an ordinary invoice that names the link and leads back to it", async () => {
    const asks = { quantityMax: 5, noteQuestion: "optional", emailQuestion: "required" } as const;
    const link = await newLink(merchantId, { ...asks, urlCallback: "https://shop.example/hook" });
    const id = await buy(link, { quantity: "3", note: " blue ", email: "ada@example.com" });
    expect(await invoiceNow(id)).toMatchObject({
      merchantId,
      status: "check",
      amount: decimal("37.50"),
      currencyCode: "USD",
      orderId: expect.stringMatching(new RegExp(`^${link.name}-[0-9a-f]{12}$`)),
      urlReturn: expect.stringContaining(`/l/${link.name}`),
      additionalData: `payment_link=${link.id}`,
      payerEmail: "ada@example.com",
      urlCallback: "https://shop.example/hook",
    });
    expect(await database().paymentLinkOrder.findUnique({ where: { invoiceId: id } })).toMatchObject({
      linkId: link.id,
      quantity: 3,
      note: "blue",
    });
    expect(await database().invoiceEvent.count({ where: { invoiceId: id, kind: "created" } })).toBe(1);
    expect(await database().claimedOrderId.count({ where: { merchantId } })).toBe(1);
  });

  test("makes one invoice, however often it is submitted at once", async () => {
    const link = await newLink(merchantId);
    const formKey = randomUUID();
    const ids = await Promise.all(Array.from({ length: 6 }, () => buy(link, { formKey })));
    expect(new Set([...ids, await buy(link, { formKey })]).size).toBe(1);
    expect(await invoicesOf()).toHaveLength(1);
  });

  test("is refused when it was submitted before with other details", async () => {
    const formKey = randomUUID();
    const link = await newLink(merchantId, { quantityMax: 9 });
    await buy(link, { formKey, quantity: "2" });
    expect(await buy(link, { formKey, quantity: "3" })).toBe("link_form_used");
    const open = await newLink(merchantId, { amount: null });
    expect(await buy(open, { formKey, amount: "5" })).toMatch(UUID);
    expect(await buy(open, { formKey, amount: "6" })).toBe("link_form_used");
    const asking = await newLink(merchantId, { noteQuestion: "optional", emailQuestion: "optional" });
    const said = { formKey, note: "blue", email: "ada@example.com" };
    const id = await buy(asking, said);
    expect(await buy(asking, { ...said, note: "red" })).toBe("link_form_used");
    expect(await buy(asking, { ...said, email: "eve@example.com" })).toBe("link_form_used");
    expect(await buy(asking, said)).toBe(id);
    expect(await invoicesOf()).toHaveLength(3);
  });

  test("of a coin with one network gets its price and address at once", async () => {
    const link = await newLink(merchantId, { currencyCode: "BNB", amount: decimal("0.5") });
    const { currentQuote } = await invoiceNow(await buy(link));
    expect(currentQuote).toMatchObject({ currencyCode: "BNB", payerAmount: decimal("0.5") });
    expect(await database().address.count({ where: { id: currentQuote?.addressId ?? 0n, ownerKind: "invoice" } })).toBe(
      1,
    );
  });

  test("sells nothing of a merchant whose payments are blocked", async () => {
    const link = await newLink(merchantId);
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: new Date() } });
    expect(await buy(link)).toBe("payments_blocked");
    expect(await invoicesOf()).toEqual([]);
  });
});

describe("the limits of a payment link", () => {
  test("give the last piece to one of two payers who buy it at once", async () => {
    const link = await newLink(merchantId, { stock: 3, quantityMax: 2 });
    expect(await buy(link, { quantity: "2" })).toMatch(UUID);
    const outcomes = await Promise.all([buy(link), buy(link)]);
    expect(outcomes.toSorted()).toEqual([expect.stringMatching(UUID), "link_sold_out"]);
    expect(await invoicesOf()).toHaveLength(2);
  });

  test("sell no more orders than allowed, even under concurrency", async () => {
    const link = await newLink(merchantId, { useLimit: 2 });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => buy(link)));
    expect(outcomes.filter((outcome) => UUID.test(outcome))).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === "link_sold_out")).toHaveLength(6);
    expect(await invoicesOf()).toHaveLength(2);
  });

  test("refuse more pieces than are left, and still sell those", async () => {
    const link = await newLink(merchantId, { stock: 3, quantityMax: 5 });
    expect(await buy(link, { quantity: "4" })).toBe("link_few_left");
    expect(await buy(link, { quantity: "3" })).toMatch(UUID);
  });

  test("get back the place of an invoice that expires unpaid, which its payer cannot renew", async () => {
    await database().merchant.update({ where: { id: merchantId }, data: { payerMayRefresh: true } });
    const link = await newLink(merchantId, { useLimit: 1 });
    const first = await buy(link);
    expect(await buy(link)).toBe("link_sold_out");
    const { expiresAt } = await invoiceNow(first);
    const later = new Date(expiresAt.getTime() + 60_000);
    await expireInvoices(later);
    expect((await invoiceNow(first)).status).toBe("cancel");
    expect(await buy(link)).toMatch(UUID);
    await expect(renewForPayer(first, null, later)).rejects.toThrow("renewal_needs_shop");
    expect((await invoiceNow(first)).status).toBe("cancel");
  });

  test("end with the link, and are read again under its lock", async () => {
    const link = await newLink(merchantId, { endsAt: new Date(Date.now() + 60_000) });
    const change = { isActive: true, endsAt: new Date(), useLimit: null, stock: null };
    const set = (changes: Partial<typeof change>) =>
      withTransaction((tx) => updateLink(tx, link.id, { ...change, ...changes }, new Date()));
    await set({});
    // The page was opened, and the link read, before the change.
    expect(await buy(link)).toBe("link_closed");
    await set({ isActive: false, endsAt: new Date(Date.now() + 60_000) });
    expect(await buy(link)).toBe("link_closed");
    expect(await invoicesOf()).toEqual([]);
  });

  test("count each link on its own", async () => {
    const [one, other] = [await newLink(merchantId, { stock: 1 }), await newLink(await newMerchant(), { stock: 1 })];
    expect(await buy(one)).toMatch(UUID);
    expect(await buy(other)).toMatch(UUID);
  });
});

describe("the database", () => {
  test("keeps the terms of a link, and its orders", async () => {
    const link = await newLink(merchantId);
    const invoiceId = await buy(link);
    const refused = [
      () => database().paymentLink.update({ where: { id: link.id }, data: { amount: "1" } }),
      () => database().paymentLink.update({ where: { id: link.id }, data: { name: "another-name" } }),
      () => database().paymentLink.delete({ where: { id: link.id } }),
      () => database().paymentLinkOrder.update({ where: { invoiceId }, data: { quantity: 2 } }),
      () => database().paymentLinkOrder.delete({ where: { invoiceId } }),
    ];
    for (const change of refused) await expect(change()).rejects.toThrow();
    expect(await findLinkByName(link.name)).toMatchObject({ amount: link.amount });
  });

  test("knows no name with letters of another alphabet", async () => {
    const { id: _id, createdAt: _created, updatedAt: _updated, ...terms } = blankLink();
    const name = "te\u0430";
    const data = { ...terms, merchantId, name, amount: "1", amountMin: null, amountMax: null };
    await expect(database().paymentLink.create({ data })).rejects.toThrow();
  });
});
