import { afterAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { merchantSettingsInput } from "@/lib/people/merchants/schema";
import { changeMerchantSettings } from "@/lib/people/settings/change-merchant-settings";
import { getMerchantSettings } from "@/lib/people/settings/settings-queries";

afterAll(closeDatabase);

test("each card changes only its own settings, and the audit log says which", async () => {
  const data = { name: "Paper Lantern", supportContact: "help@shop.example" };
  const { id } = await database().merchant.create({ data });
  const user = await database().user.create({ data: { email: "owner@shop.example", name: "Olga", passwordHash: "x" } });
  const care = {
    latePolicy: "accept",
    lateDriftPercent: 5,
    payerMayRefresh: true,
    refundRequestPolicy: "automatic",
  } as const;
  const shop = { clientLibrary: "standard", requestedRateSource: null, webhookUrl: null } as const;
  const now = new Date("2026-05-01T10:00:00Z");
  const begins = { refundRequestsAutomaticFrom: "2026-05-02T10:00:00.000Z" };
  await changeMerchantSettings({ merchantId: id, userId: user.id }, merchantSettingsInput.parse(care), now);
  expect(await getMerchantSettings(id)).toEqual({ id, ...data, ...care, ...shop, ...begins });
  await changeMerchantSettings({ merchantId: id, userId: user.id }, { name: "Lantern", supportContact: "" });
  expect(await getMerchantSettings(id)).toEqual({
    id,
    name: "Lantern",
    supportContact: "",
    ...care,
    ...shop,
    ...begins,
  });
  const webhookUrl = "https://shop.example/all";
  const apart = merchantSettingsInput.parse({ clientLibrary: "heleket", requestedRateSource: "Kucoin", webhookUrl });
  await changeMerchantSettings({ merchantId: id, userId: user.id }, apart);
  const audit = await database().auditEvent.findMany({ where: { merchantId: id }, orderBy: { id: "asc" } });
  const plain = { latePolicy: "hold", lateDriftPercent: 2, payerMayRefresh: false, refundRequestPolicy: "approve" };
  expect(audit.map(({ before, after }) => [before, after])).toEqual([
    [plain, care],
    [data, { name: "Lantern", supportContact: "" }],
    [shop, { clientLibrary: "heleket", requestedRateSource: "Kucoin", webhookUrl }],
  ]);
});

test("automatic refunds begin a day after they were switched on; saving again changes nothing, and switching on again restarts the day", async () => {
  const { id: merchantId } = await database().merchant.create({ data: { name: "Paper Lantern" } });
  const user = await database().user.create({ data: { email: "two@shop.example", name: "Olga", passwordHash: "x" } });
  const beginAfter = async (refundRequestPolicy: "approve" | "automatic", now: string) => {
    await changeMerchantSettings({ merchantId, userId: user.id }, { refundRequestPolicy }, new Date(now));
    return (await getMerchantSettings(merchantId)).refundRequestsAutomaticFrom;
  };
  expect((await getMerchantSettings(merchantId)).refundRequestsAutomaticFrom).toBeNull();
  expect(await beginAfter("approve", "2026-05-01T00:00:00Z")).toBeNull();
  expect(await beginAfter("automatic", "2026-05-01T10:00:00Z")).toBe("2026-05-02T10:00:00.000Z");
  expect(await beginAfter("automatic", "2026-05-03T10:00:00Z")).toBe("2026-05-02T10:00:00.000Z");
  expect(await beginAfter("approve", "2026-05-04T10:00:00Z")).toBeNull();
  expect(await beginAfter("automatic", "2026-05-05T10:00:00Z")).toBe("2026-05-06T10:00:00.000Z");
});

test("the database rejects the automatic refund policy without the time when it was switched on", async () => {
  const { id } = await database().merchant.create({ data: { name: "Paper Lantern" } });
  const switched = database().merchant.update({ where: { id }, data: { refundRequestPolicy: "automatic" } });
  await expect(switched).rejects.toThrow(/merchants_refund_requests_automatic/);
});

test("an empty webhook URL means none", () => {
  expect(merchantSettingsInput.parse({ webhookUrl: "" })).toEqual({ webhookUrl: null });
});

test.each([
  { lateDriftPercent: -1 },
  { lateDriftPercent: 2.5 },
  { latePolicy: "drop" },
  { refundRequestPolicy: "" },
  { webhookUrl: "shop.example" },
  { webhookUrl: "ftp://shop.example/" },
  { webhookUrl: `https://shop.example/${"x".repeat(255)}` },
])("%j is rejected", (input) => {
  expect(merchantSettingsInput.safeParse(input).success).toBe(false);
});
