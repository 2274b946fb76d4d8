import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiEntrySource, listRoutes } from "@/scripts/lib/api-routes.mjs";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "api-routes-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(...files: string[]) {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
}

test("lists every route.ts below app/ as a route, however deep, and nothing else", () => {
  write("app/v1/payment/route.ts", "app/v1/payment/route.db.test.ts", "app/v1/payment/info/route.ts");
  write("app/v1/exchange-rate/[currency]/list/route.ts", "app/embed.js/route.ts", "app/(pages)/invoices/page.tsx");
  write("app/v1/signing.db.test.ts", "app/api/auth/[...nextauth]/route.next.ts", "app/pay/[uuid]/route.ts");
  expect(listRoutes(root)).toEqual([
    { path: "/embed.js", file: "app/embed.js/route.ts" },
    { path: "/pay/[uuid]", file: "app/pay/[uuid]/route.ts" },
    { path: "/v1/exchange-rate/[currency]/list", file: "app/v1/exchange-rate/[currency]/list/route.ts" },
    { path: "/v1/payment", file: "app/v1/payment/route.ts" },
    { path: "/v1/payment/info", file: "app/v1/payment/info/route.ts" },
  ]);
  expect(apiEntrySource(listRoutes(root))).toContain(
    'import * as route2 from "@/app/v1/exchange-rate/[currency]/list/route";',
  );
});

test.each(["[...rest]", "[[...rest]]", "(group)", "@slot", "_private"])(
  "a folder with a special meaning for Next stops the build, and is named: %s",
  (name) => {
    write(`app/v1/${name}/route.ts`);
    expect(() => listRoutes(root)).toThrow(`app/v1/${name}`);
    rmSync(join(root, "app/v1", name), { recursive: true });
  },
);

test("this project's own routes are all supported", () => {
  expect(listRoutes().map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/v1/payment", "/pay/[uuid]/events", "/api/rpc/[operation]"]),
  );
});
