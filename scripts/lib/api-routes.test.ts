import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiEntrySource, listApiRoutes, listStreamRoutes } from "@/scripts/lib/api-routes.mjs";

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

test("every route.ts below a version's folder is a route, however deep, and nothing else is", () => {
  write("app/v1/payment/route.ts", "app/v1/payment/route.db.test.ts", "app/v1/payment/info/route.ts");
  write("app/v1/exchange-rate/[currency]/list/route.ts", "app/v2/payment/resend/route.ts");
  write("app/v1/signing.db.test.ts", "app/api/keys/route.ts", "app/pay/[uuid]/route.ts", "app/v1x/route.ts");
  expect(listApiRoutes(root)).toEqual([
    { path: "/v1/exchange-rate/[currency]/list", file: "app/v1/exchange-rate/[currency]/list/route.ts" },
    { path: "/v1/payment", file: "app/v1/payment/route.ts" },
    { path: "/v1/payment/info", file: "app/v1/payment/info/route.ts" },
    { path: "/v2/payment/resend", file: "app/v2/payment/resend/route.ts" },
  ]);
  expect(apiEntrySource(listApiRoutes(root))).toContain(
    'import * as route0 from "@/app/v1/exchange-rate/[currency]/list/route";',
  );
});

test.each(["[...rest]", "[[...rest]]", "(group)", "@slot", "_private"])(
  "a folder that means more to Next stops the build, and is named: %s",
  (name) => {
    write(`app/v1/${name}/route.ts`);
    expect(() => listApiRoutes(root)).toThrow(`app/v1/${name}`);
    rmSync(join(root, "app/v1", name), { recursive: true });
  },
);

test("this project's own routes are all understood", () => {
  expect(listApiRoutes().map(({ path }) => path)).toContain("/v1/payment");
});

test("the event streams of open pages are served beside the machine API, and no other route of theirs", () => {
  expect(listStreamRoutes().map(({ path }) => path)).toEqual(["/pay/[uuid]/events", "/wallet/[uuid]/events"]);
  expect(apiEntrySource()).toContain('from "@/app/pay/[uuid]/events/route"');
  expect(apiEntrySource()).not.toContain('from "@/app/pay/[uuid]/route"');
});
