import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { z } from "zod";
import { SESSION_CLAIM, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";
import { MERCHANT_PARAMETER } from "@/lib/fronts/paths/routes";
import { csvDownload } from "@/lib/kernel/csv/csv-download";
import { withTransaction } from "@/lib/kernel/db";
import { requiredSetting } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { createUser } from "@/lib/people/identity/complete-setup";
import { signIn } from "@/lib/people/identity/sign-in";
import { createMerchant } from "@/lib/people/merchants/create-merchant";

const PASSWORD = "a long enough password";

const endpoint = downloadEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.string(), coin: z.enum(["ETH", "BTC"], "Choose a coin.") }),
  handle: ({ member: { merchantName }, input }) => {
    async function* rows() {
      if (input.id === "gone") throw new AppError("not_found", "File not found.");
      yield merchantName;
      yield input.coin;
    }
    return Promise.resolve(csvDownload(input.id, [{ header: "Row", value: (row: string) => row }], rows()));
  },
});

let shopId: string;

async function cookie(): Promise<string> {
  const email = "reader@example.com";
  await withTransaction(async (tx) => {
    const user = await createUser(tx, { email, name: "Reader", password: PASSWORD, isOperator: false });
    shopId = (await createMerchant(tx, { name: "=Shop", ownerUserId: user.id })).id;
  });
  const opened = await signIn({ email, password: PASSWORD, ip: "192.0.2.1", userAgent: null }, new Date());
  const value = await encode({ token: { [SESSION_CLAIM]: opened?.sessionId }, secret: requiredSetting("AUTH_SECRET") });
  return `${sessionCookieName()}=${value}`;
}

test("serves a file, with the search parameters, only to callers that its gate admits", async () => {
  const headers = { cookie: await cookie() };
  const ask = (id: string, coin: string, init: RequestInit = { headers }) =>
    endpoint(new Request(`http://127.0.0.1:3000/api/things/${id}?coin=${coin}&id=other`, init), {
      params: Promise.resolve({ id }),
    });

  const file = await ask("mine", "ETH");
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe("\uFEFFRow\r\n'=Shop\r\nETH\r\n");
  expect(file.headers.get("content-disposition")).toContain('filename="mine.csv"');

  const stranger = await ask("mine", "ETH", {});
  expect([stranger.status, await stranger.json()]).toMatchObject([401, { error: { code: "signed_out" } }]);
  const wrong = await ask("mine", "none");
  expect([wrong.status, await wrong.json()]).toMatchObject([422, { error: { fields: { coin: "Choose a coin." } } }]);
  const gone = await ask("gone", "ETH");
  expect([gone.status, await gone.json()]).toMatchObject([404, { error: { code: "not_found" } }]);
  expect((await ask("mine", "ETH", { headers, method: "POST" })).status).toBe(403);
  expect((await ask("mine", `ETH&${MERCHANT_PARAMETER}=${shopId}`)).status).toBe(200);
  expect((await ask("mine", `ETH&${MERCHANT_PARAMETER}=${randomUUID()}`)).status).toBe(403);
  expect(endpoint.access).toBe("member:merchant.read");
});
