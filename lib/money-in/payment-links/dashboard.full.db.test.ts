import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { getInvoiceDetail } from "@/lib/money-in/invoices/dashboard-queries";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { changeLink, createLink, LINKS_A_DAY } from "@/lib/money-in/payment-links/change-link";
import { getLinkDetail, listLinks } from "@/lib/money-in/payment-links/dashboard-queries";
import {
  BLANK_LINK,
  changeLinkInput,
  type NewLinkForm,
  newLinkInput,
} from "@/lib/money-in/payment-links/dashboard-schema";
import { findLinkByName } from "@/lib/money-in/payment-links/repo";
import { blankLink } from "@/lib/money-in/payment-links/testing/blank-link";
import { buy, newLink } from "@/lib/money-in/payment-links/testing/link-rig";

/** The data and the forms of the dashboard's pages of payment links. */

let actorId: string;
beforeAll(async () => {
  await openGateway();
  const data = { email: "grace@example.com", name: "Grace", passwordHash: "none" };
  actorId = (await database().user.create({ data, select: { id: true } })).id;
});
afterAll(closeDatabase);

const FORM: NewLinkForm = { ...BLANK_LINK, title: "Green tea", amount: "15", currency: "USD" };
const create = async (merchantId: string, form: Partial<NewLinkForm>) =>
  await createLink({ merchantId, actorId }, newLinkInput.parse({ ...FORM, ...form }));

describe("the form of a new link", () => {
  test("makes a link at its own address, with an entry in the audit log", async () => {
    const merchantId = await newMerchant();
    const { id } = await create(merchantId, { name: "green-tea", stock: "10", endsAt: "2030-01-01T00:00:00.000Z" });
    expect(await getLinkDetail(merchantId, id)).toMatchObject({
      name: "green-tea",
      url: expect.stringMatching(/\/l\/green-tea$/),
      amount: "15",
      stock: 10,
      quantityMax: 1,
      state: "open",
      buttonHtml: expect.stringContaining("/l/green-tea"),
    });
    const entry = await database().auditEvent.findFirst({ where: { target: id } });
    expect(entry).toMatchObject({ action: "payment-link.create", merchantId, actorId });
  });

  test("refuses a name that any merchant has taken, and tells the field", async () => {
    await create(await newMerchant(), { name: "oolong" });
    await expect(create(await newMerchant(), { name: "oolong" })).rejects.toMatchObject({
      code: "invalid_request",
      fields: { name: [expect.any(String)] },
    });
    const both = await newMerchant();
    const made = await Promise.allSettled(["1", "2"].map((amount) => create(both, { name: "assam", amount })));
    expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("refuses an amount that no coin can have now, and more decimals than the currency has", async () => {
    const merchantId = await newMerchant();
    for (const [form, field] of [
      [{ name: "too-much", amount: "99999999999" }, "amount"],
      [{ name: "too-fine", amount: "1.234" }, "amount"],
      [{ name: "too-fine", amount: "", amountMin: "1.234" }, "amountMin"],
      [{ name: "no-money", currency: "XXX" }, "currency"],
    ] as const)
      await expect(create(merchantId, form)).rejects.toMatchObject({ fields: { [field]: [expect.any(String)] } });
    expect(await database().paymentLink.count({ where: { merchantId } })).toBe(0);
  });
});

test("a merchant can't take many names in a day, and no link that is over before it begins", async () => {
  const merchantId = await newMerchant();
  const now = new Date();
  const over = { name: "over-already", endsAt: now.toISOString() };
  await expect(create(merchantId, over)).rejects.toMatchObject({ fields: { endsAt: [expect.any(String)] } });
  const { id: _id, createdAt: _at, updatedAt: _up, ...terms } = blankLink();
  const many = Array.from({ length: LINKS_A_DAY }, (_, count) => ({
    ...terms,
    merchantId,
    name: `squat-${count}`,
    amount: "1",
    amountMin: null,
    amountMax: null,
  }));
  await database().paymentLink.createMany({ data: many });
  await expect(create(merchantId, { name: "one-more" })).rejects.toMatchObject({ code: "refused" });
  await create(await newMerchant(), { name: "one-more" });
  const tomorrow = new Date(Date.now() + 86_400_001);
  const form = newLinkInput.parse({ ...FORM, name: "another-day" });
  expect(await createLink({ merchantId, actorId }, form, tomorrow)).toMatchObject({ id: expect.any(String) });
});

test("a change stops or raises what is sold, and reaches only the merchant's own links", async () => {
  const merchantId = await newMerchant();
  const link = await newLink(merchantId, { stock: 1 });
  const first = await buy(link);
  const buyAgain = async () => await buy((await findLinkByName(link.name)) ?? link);
  const changed = async (owner: string, limits: object) =>
    await changeLink(
      { merchantId: owner, actorId },
      changeLinkInput.parse({ id: link.id, isActive: true, stock: "", useLimit: "", endsAt: "", ...limits }),
    );
  expect(await buyAgain()).toBe("link_sold_out");
  await changed(merchantId, { stock: "2" });
  expect(await buyAgain()).toMatch(/^[0-9a-f]{8}-/);
  await changed(merchantId, { isActive: false });
  expect(await buyAgain()).toBe("link_closed");
  await expect(changed(await newMerchant(), { stock: "9" })).rejects.toMatchObject({ code: "not_found" });
  await expect(getLinkDetail(await newMerchant(), link.id)).rejects.toMatchObject({ code: "not_found" });
  expect(await findLinkByName(link.name)).toMatchObject({ isActive: false, stock: null });
  expect((await getInvoiceDetail(merchantId, first)).paymentLink).toEqual({
    id: link.id,
    title: link.title,
    quantity: 1,
    note: null,
  });
});

test("the list has the merchant's own links by state, and finds them by name and title", async () => {
  const merchantId = await newMerchant();
  const tea = await newLink(merchantId, { title: "Tea", stock: 1 });
  const cup = await newLink(merchantId, { title: "Cup", endsAt: new Date() });
  const jar = await newLink(merchantId, { title: "Jar" });
  await newLink(await newMerchant(), { title: "Tea" });
  await buy(tea);
  const idsOf = async (query: Parameters<typeof listLinks>[1]) =>
    (await listLinks(merchantId, query)).items.map(({ id }) => id);
  expect(await idsOf({})).toEqual([jar.id, cup.id, tea.id]);
  expect(await idsOf({ status: "open" })).toEqual([jar.id]);
  expect(await idsOf({ status: "sold-out" })).toEqual([tea.id]);
  expect(await idsOf({ status: "closed" })).toEqual([cup.id]);
  expect(await idsOf({ q: "tE" })).toEqual([tea.id]);
  expect(await idsOf({ q: jar.name })).toEqual([jar.id]);
  const [row] = (await listLinks(merchantId, { q: "Tea" })).items;
  expect(row).toMatchObject({ state: "sold-out", orders: 1, pieces: 1, stock: 1 });
});

test("more pieces than a 32-bit number holds are counted", async () => {
  const merchantId = await newMerchant();
  const [one, counted] = [await newLink(merchantId), await newLink(merchantId, { useLimit: 9 })];
  const invoiceIds = [await buy(one), await buy(one)];
  await database().$transaction([
    database().$executeRaw`ALTER TABLE payment_link_orders DISABLE TRIGGER USER`,
    database().$executeRaw`UPDATE payment_link_orders SET link_id = ${counted.id}::uuid, quantity = 2000000000
      WHERE invoice_id = ANY(${invoiceIds}::uuid[])`,
    database().$executeRaw`ALTER TABLE payment_link_orders ENABLE TRIGGER USER`,
  ]);
  const [row] = (await listLinks(merchantId, { q: counted.name })).items;
  expect(row?.pieces).toBe(4e9);
  expect((await getLinkDetail(merchantId, counted.id)).pieces).toBe(4e9);
  expect(await buy(counted)).toMatch(/^[0-9a-f]{8}-/);
});
