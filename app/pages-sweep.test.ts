import { describe, expect, test } from "vitest";
import { readSources } from "@/lib/testing/source-files";

/** Every page, and every route outside of /api, as the code has them: who may see it is said by its own code, or here. */
const APP = readSources(["app"]).filter(({ path }) => !path.includes("/testing/"));
const pages = APP.filter(({ path }) => /\/page\.tsx$/.test(path));

describe("pages", () => {
  test("each page of the dashboard finds out for itself who asks, because a layout does not run again on navigation", () => {
    for (const { path, text } of pages.filter((page) => page.path.startsWith("app/(dashboard)/")))
      expect([path, /await require(Member|Allowed|Person)\(/.test(text)]).toEqual([path, true]);
  });

  test("each page of the operator's turns everybody else away", () => {
    const found = pages.filter((page) => page.path.startsWith("app/(operator)/"));
    expect(found.length).toBeGreaterThan(5);
    for (const { path, text } of found) expect([path, /await requireOperator\(/.test(text)]).toEqual([path, true]);
  });
});

/** Routes outside of /api that are no operation of the machine API, and whom they are for. */
const OPEN: Readonly<Record<string, string>> = {
  "app/brand/[hash]/route.ts": "everybody: a logo, by the hash of its bytes",
  "app/brand/preview/route.ts": "members: asks for the session itself",
  "app/embed.js/route.ts": "everybody: a script without data",
  "app/healthz/route.ts": "everybody: a word",
  "app/metrics/route.ts": "whoever has the token of the metrics",
  "app/openapi.json/route.ts": "everybody: the description of the machine API",
  "app/readyz/route.ts": "everybody: a word",
  "app/pay/[uuid]/balance/route.ts": "the payer who is signed in: asks for the session itself",
  "app/pay/[uuid]/coin/route.ts": "the payer, by the uuid",
  "app/pay/[uuid]/events/route.ts": "the payer, by the uuid",
  "app/pay/[uuid]/refund/confirm/route.ts": "the payer, by the link's secret",
  "app/pay/[uuid]/refund/route.ts": "the payer, by the uuid",
  "app/pay/[uuid]/refund/sign/route.ts": "the payer, by a wallet's signature",
  "app/pay/[uuid]/renew/route.ts": "the payer, by the uuid",
  "app/pay/[uuid]/route.ts": "the payer, by the uuid",
  "app/pay/[uuid]/sandbox/route.ts": "the payer of play money, by the uuid",
  "app/pay/[uuid]/state/route.ts": "the payer, by the uuid",
  "app/pay/assets/[file]/route.ts": "everybody: files without data",
  "app/wallet/[uuid]/events/route.ts": "the payer, by the uuid",
  "app/wallet/[uuid]/route.ts": "the payer, by the uuid",
  "app/wallet/[uuid]/sandbox/route.ts": "the payer of play money, by the uuid",
  "app/wallet/[uuid]/state/route.ts": "the payer, by the uuid",
};

describe("routes outside of /api", () => {
  const routes = APP.filter(({ path }) => /\/route\.ts$/.test(path) && !path.startsWith("app/api/"));

  test("each is an operation of the machine API, which a key signs, or said here to be for somebody", () => {
    const others = routes.filter(({ path }) => !/^app\/v\d\//.test(path)).map(({ path }) => path);
    expect(others.sort()).toEqual(Object.keys(OPEN).sort());
  });

  test("each operation of the machine API is made by its endpoint, which asks for the signature", () => {
    const signed = routes.filter(({ path }) => /^app\/v\d\//.test(path));
    expect(signed.length).toBeGreaterThan(20);
    for (const { path, text } of signed)
      expect([path, /= (endpoint|publicEndpoint)\(|export \{ POST \} from/.test(text)]).toEqual([path, true]);
  });

  test.each(["app/brand/preview/route.ts", "app/pay/[uuid]/balance/route.ts"])("%s asks who is signed in", (path) => {
    const text = routes.find((route) => route.path === path)?.text ?? "";
    expect(text).toMatch(/await (member\("merchant.read"\)\.admit|payerOf)\(/);
  });
});
