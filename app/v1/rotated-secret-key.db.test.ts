import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { POST as balance } from "@/app/v1/balance/route";
import { POST as create } from "@/app/v1/payment/route";
import { type Caller, call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { reencryptSealed } from "@/lib/fronts/sealed-data/reencrypt";
import { useKeys } from "@/lib/kernel/crypto/testing/keys";
import { closeDatabase } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

vi.mock("@/lib/kernel/env", { spy: true });
afterAll(() => vi.doUnmock("@/lib/kernel/env"));
afterAll(closeDatabase);
beforeAll(() => openGateway(100));

const [OLD, NEW] = ["a1".repeat(32), "b2".repeat(32)] as const;
const order = () => ({ amount: "100", currency: "USDT", network: "bsc", order_id: randomUUID() });

/** Status of a call whose merchant is looked up, and of one whose merchant may be cached. */
async function ask(shop: Caller): Promise<readonly number[]> {
  return [(await call(balance, shop, "{}")).status, (await call(create, shop, order())).status];
}

test("calls signed with API keys are answered before, during and after every step of a change of SECRET_KEY", async () => {
  useKeys(OLD);
  const shops = [await newCaller(), await newCaller(), await newCaller()];
  const askAll = async () => (await Promise.all(shops.map(ask))).flat();
  const steps: readonly [string, ...string[]][] = [[OLD], [OLD, NEW], [NEW, OLD], [NEW]];
  for (const [index, keys] of steps.entries()) {
    useKeys(...keys);
    expect(new Set(await askAll())).toEqual(new Set([200]));
    if (index !== 2) continue;
    const [answers, { changed }] = await Promise.all([askAll(), reencryptSealed(new AbortController().signal)]);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(changed).toBe(shops.length);
    shops.push(await newCaller());
    expect(new Set(await askAll())).toEqual(new Set([200]));
  }
});

test("a process without the old key refuses what is still under it, instead of taking it for a wrong signature", async () => {
  useKeys(OLD);
  const shop = await newCaller();
  useKeys(NEW);
  expect((await call(balance, shop, "{}")).status).toBe(500);
});
