import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { changeBrand, storeLogo } from "@/lib/people/brands/change-brand";
import { findBrand } from "@/lib/people/brands/find-brand";
import { changeMerchantSettings } from "@/lib/people/settings/change-merchant-settings";
import { getOutflowLimits, setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";
import { getMerchantSettings } from "@/lib/people/settings/settings-queries";

afterAll(closeDatabase);

const SITE = "https://shop.example";

/** Everything that the cards of the settings page save, each part separately. */
function savings(merchantId: string, userId: string, logo: Buffer): (() => Promise<unknown>)[] {
  const settings = (changed: Parameters<typeof changeMerchantSettings>[1]) => () =>
    changeMerchantSettings({ merchantId, userId }, changed);
  const brand = (changed: object) => () => changeBrand({ merchantId, actorId: userId, ...changed });
  const limits = (changed: object) => () => setOutflowLimits({ merchantId, actorId: userId, ...changed });
  return [
    settings({ name: "Lantern" }),
    settings({ supportContact: "help@shop.example" }),
    settings({ latePolicy: "accept" }),
    settings({ lateDriftPercent: 7 }),
    settings({ payerMayRefresh: true }),
    settings({ refundRequestPolicy: "automatic" }),
    brand({ accent: "#aabbcc" }),
    brand({ embedOrigins: [SITE] }),
    () => storeLogo({ merchantId, actorId: userId, file: logo }),
    limits({ dailyLimitUsd: "500" }),
    limits({ approvalAboveUsd: "100" }),
    limits({ refundCeilingUsd: "50" }),
    limits({ refundsNeedPayoutKey: true }),
    limits({ callsNeedTimedSignature: true }),
  ];
}

test("when two tabs save settings at once, neither undoes the other, and nothing counts as loosened", async () => {
  const user = await database().user.create({ data: { email: "tabs@shop.example", name: "Olga", passwordHash: "x" } });
  const logo = await sharp({ create: { width: 60, height: 20, channels: 3, background: "#aa2233" } })
    .png()
    .toBuffer();
  for (const isReversed of [false, true]) {
    const { id } = await database().merchant.create({ data: { name: "Paper Lantern" } });
    const all = savings(id, user.id, logo);
    await Promise.all((isReversed ? all.toReversed() : all).map((save) => save()));
    expect(await getMerchantSettings(id)).toMatchObject({
      name: "Lantern",
      supportContact: "help@shop.example",
      latePolicy: "accept",
      lateDriftPercent: 7,
      payerMayRefresh: true,
      refundRequestPolicy: "automatic",
    });
    expect(await findBrand(id)).toMatchObject({
      accent: "#aabbcc",
      embedOrigins: [SITE],
      logo: { width: 60, height: 20 },
    });
    expect(await getOutflowLimits(id)).toEqual({
      dailyLimitUsd: "500",
      approvalAboveUsd: "100",
      refundCeilingUsd: "50",
      refundsNeedPayoutKey: true,
      callsNeedTimedSignature: true,
    });
    const { cooldownStartedAt } = await database().merchant.findUniqueOrThrow({ where: { id } });
    expect(cooldownStartedAt).toBeNull();
    expect(await database().auditEvent.count({ where: { merchantId: id } })).toBe(all.length);
  }
});

test("an omitted limit stays, and one set to null is removed", async () => {
  const { id: merchantId } = await database().merchant.create({ data: { name: "Paper Lantern" } });
  const set = (changed: object) => setOutflowLimits({ merchantId, actorId: null, ...changed });
  await set({ dailyLimitUsd: "500", approvalAboveUsd: "100" });
  await set({ approvalAboveUsd: null });
  expect(await getOutflowLimits(merchantId)).toEqual({
    dailyLimitUsd: "500",
    approvalAboveUsd: null,
    refundCeilingUsd: "1000",
    refundsNeedPayoutKey: false,
    callsNeedTimedSignature: false,
  });
});
