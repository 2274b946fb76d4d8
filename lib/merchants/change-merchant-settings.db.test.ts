import { afterAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/db";
import { changeMerchantSettings } from "@/lib/merchants/change-merchant-settings";
import { merchantSettingsInput } from "@/lib/merchants/schema";
import { getMerchantSettings } from "@/lib/merchants/settings-queries";

afterAll(closeDatabase);

test("each card changes its own settings and leaves the others as they are, and the audit log says which", async () => {
  const data = { name: "Paper Lantern", supportContact: "help@shop.example" };
  const { id } = await database().merchant.create({ data });
  const user = await database().user.create({ data: { email: "owner@shop.example", name: "Olga", passwordHash: "x" } });
  const care = {
    latePolicy: "accept",
    lateDriftPercent: 5,
    payerMayRefresh: true,
    refundRequestPolicy: "automatic",
  } as const;
  await changeMerchantSettings({ merchantId: id, userId: user.id }, merchantSettingsInput.parse(care));
  expect(await getMerchantSettings(id)).toEqual({ id, ...data, ...care });
  await changeMerchantSettings({ merchantId: id, userId: user.id }, { name: "Lantern", supportContact: "" });
  expect(await getMerchantSettings(id)).toEqual({ id, name: "Lantern", supportContact: "", ...care });
  const audit = await database().auditEvent.findMany({ where: { merchantId: id }, orderBy: { id: "asc" } });
  expect(audit.map(({ detail }) => detail)).toEqual([care, { name: "Lantern", supportContact: "" }]);
});

test.each([{ lateDriftPercent: -1 }, { lateDriftPercent: 2.5 }, { latePolicy: "drop" }, { refundRequestPolicy: "" }])(
  "%j is refused",
  (input) => {
    expect(merchantSettingsInput.safeParse(input).success).toBe(false);
  },
);
