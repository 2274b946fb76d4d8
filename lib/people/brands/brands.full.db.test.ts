import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getLogo } from "@/app/brand/[hash]/route";
import { GET as getPreview } from "@/app/brand/preview/route";
import { GET as getPage } from "@/app/pay/[uuid]/route";
import { GET as getWallet } from "@/app/wallet/[uuid]/route";
import { closeDatabase, database } from "@/lib/kernel/db";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newWallet } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { PLAIN_BRAND } from "@/lib/people/brands/brand-view";
import { changeBrand, removeLogo, storeLogo } from "@/lib/people/brands/change-brand";
import { findBrand } from "@/lib/people/brands/find-brand";

afterAll(closeDatabase);

const SHOP = "https://shop.example";
let merchantId = "";
beforeEach(async () => {
  merchantId = await newMerchant();
});

const picture = (background = "#3d4cb8") =>
  sharp({ create: { width: 200, height: 60, channels: 3, background } })
    .png()
    .toBuffer();
const change = (fields: Partial<Parameters<typeof changeBrand>[0]> = {}) =>
  changeBrand({ merchantId, actorId: null, accent: null, embedOrigins: [], ...fields });
const lastAudit = async () =>
  (await database().auditEvent.findMany({ where: { merchantId }, orderBy: { id: "desc" }, take: 1 }))[0];
const openLogo = (hash: string) =>
  getLogo(new Request("http://gateway.example/brand/x"), { params: Promise.resolve({ hash }) });

describe("a merchant's brand", () => {
  test("is plain until something is chosen, and plain again when that is removed", async () => {
    expect(await findBrand(merchantId)).toEqual(PLAIN_BRAND);
    await change({ accent: "#AABBCC", embedOrigins: ["HTTPS://Shop.example/", SHOP, "http://localhost:4000"] });
    expect(await findBrand(merchantId)).toEqual({
      accent: "#aabbcc",
      logo: null,
      embedOrigins: [SHOP, "http://localhost:4000"],
    });
    await change();
    expect(await findBrand(merchantId)).toEqual(PLAIN_BRAND);
  });

  test("records who changed it, from what and to what, in the audit trail", async () => {
    const actorId = randomUUID();
    await change({ accent: "#aabbcc" });
    await change({ accent: "#112233", embedOrigins: [SHOP], actorId });
    expect(await lastAudit()).toMatchObject({
      actorId,
      action: "brand.change",
      before: { accent: "#aabbcc", embedOrigins: [] },
      after: { accent: "#112233", embedOrigins: [SHOP] },
    });
    const { hash } = await storeLogo({ merchantId, actorId, file: await picture() });
    expect(await lastAudit()).toMatchObject({
      actorId,
      action: "brand.change-logo",
      before: { logo: null },
      after: { logo: hash },
    });
    await removeLogo({ merchantId, actorId });
    expect(await lastAudit()).toMatchObject({
      action: "brand.remove-logo",
      before: { logo: hash },
      after: { logo: null },
    });
  });

  test("stays unchanged if one of the sites is invalid, or there are too many", async () => {
    await change({ accent: "#aabbcc", embedOrigins: [SHOP] });
    const many = Array.from({ length: 21 }, (_, index) => `https://shop-${index}.example`);
    for (const embedOrigins of [["https://*.example"], [SHOP, "http://shop.example"], many]) {
      await expect(change({ embedOrigins })).rejects.toThrow();
    }
    for (const accent of ["red", "#abc", "#aabbcc;}", "url(x)"]) await expect(change({ accent })).rejects.toThrow();
    expect(await findBrand(merchantId)).toEqual({ accent: "#aabbcc", logo: null, embedOrigins: [SHOP] });
  });

  test("of a merchant that does not exist cannot be changed", async () => {
    await expect(change({ merchantId: randomUUID() })).rejects.toThrow("Merchant not found.");
    const file = await picture();
    await expect(storeLogo({ merchantId: randomUUID(), actorId: null, file })).rejects.toThrow("Merchant not found.");
  });

  test("keeps colour and sites when the logo changes, and the logo when they change", async () => {
    await change({ accent: "#aabbcc", embedOrigins: [SHOP] });
    const logo = await storeLogo({ merchantId, actorId: null, file: await picture() });
    await change({ accent: "#112233", embedOrigins: [SHOP] });
    expect(await findBrand(merchantId)).toEqual({ accent: "#112233", embedOrigins: [SHOP], logo });
    await removeLogo({ merchantId, actorId: null });
    expect(await findBrand(merchantId)).toEqual({ accent: "#112233", embedOrigins: [SHOP], logo: null });
  });
});

describe("a logo's URL", () => {
  test("serves the picture alone, cacheable for ever", async () => {
    const { hash } = await storeLogo({ merchantId, actorId: null, file: await picture("#aa2233") });
    const response = await openLogo(hash);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/webp");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).format).toBe("webp");
  });

  test("responds 404 once nobody uses the logo, and to anything else", async () => {
    const { hash } = await storeLogo({ merchantId, actorId: null, file: await picture("#22aa33") });
    await storeLogo({ merchantId, actorId: null, file: await picture("#3322aa") });
    for (const other of [hash, "a".repeat(64), hash.toUpperCase(), "..", "", `${hash}'`]) {
      const response = await openLogo(other);
      expect([response.status, await response.text()]).toEqual([404, ""]);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("a payment page and a wallet's page", () => {
  const framersOf = (response: Response) =>
    /frame-ancestors ([^;]*)/.exec(response.headers.get("content-security-policy") ?? "")?.[1];

  test("show the logo without naming the merchant, and allow its sites to frame them if embedded", async () => {
    await openGateway(30);
    await change({ accent: "#aabbcc", embedOrigins: [SHOP] });
    const { hash } = await storeLogo({ merchantId, actorId: null, file: await picture() });
    const invoice = await newInvoice(merchantId, { amount: "25", currency: "USD", network: null });
    const wallet = await newWallet(merchantId);
    for (const [get, path, uuid] of [
      [getPage, "pay", invoice.id],
      [getWallet, "wallet", wallet.id],
    ] as const) {
      const open = (query: string) =>
        get(new Request(`http://gateway.example/${path}/${uuid}${query}`), { params: Promise.resolve({ uuid }) });
      const plain = await open("");
      const html = await plain.text();
      expect(html).toContain(`src="/brand/${hash}"`);
      expect(html).not.toContain(merchantId);
      expect(framersOf(plain)).toBe("'none'");
      expect(framersOf(await open("?embed=1"))).toBe(SHOP);
      expect(framersOf(await open("?embed=2"))).toBe("'none'");
    }
    const unknown = { params: Promise.resolve({ uuid: randomUUID() }) };
    expect(framersOf(await getPage(new Request("http://gateway.example/pay/x?embed=1"), unknown))).toBe("'none'");
  });

  test("of a merchant without sites cannot be framed", async () => {
    await openGateway(30);
    const invoice = await newInvoice(merchantId, { amount: "25", currency: "USD", network: null });
    const params = { params: Promise.resolve({ uuid: invoice.id }) };
    expect(framersOf(await getPage(new Request("http://gateway.example/pay/x?embed=1"), params))).toBe("'none'");
  });
});

test("the preview is for members: strangers cannot tell that it exists", async () => {
  const response = await getPreview(new Request("http://gateway.example/brand/preview?accent=%23ff0000"));
  expect([response.status, await response.text()]).toEqual([404, ""]);
});
