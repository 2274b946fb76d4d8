import { beforeAll, expect, test } from "vitest";
import { database, withTransaction } from "@/lib/kernel/db";
import { createUser } from "@/lib/people/identity/complete-setup";
import { findSigningKeys } from "@/lib/people/keys/api-keys";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { listKeys } from "@/lib/people/settings/settings-queries";

let who: { merchantId: string; userId: string };

beforeAll(async () => {
  who = await withTransaction(async (tx) => {
    const input = { email: "owner@example.com", name: "Owner", password: "a long enough password", isOperator: false };
    const { id: userId } = await createUser(tx, input);
    return { userId, merchantId: (await createMerchant(tx, { name: "Shop", ownerUserId: userId })).id };
  });
});

test("the first key is issued, the next ones replace it with an overlap, and each is audited without its secret", async () => {
  const first = await rotateKey(who, { kind: "payment", overlapSeconds: 0 });
  const second = await rotateKey(who, { kind: "payment", overlapSeconds: 3600 });

  const good = await findSigningKeys(who.merchantId, "payment");
  expect(good.map((key) => key.secret)).toEqual([second.secret, first.secret]);
  const audit = await database().auditEvent.findMany({ where: { merchantId: who.merchantId }, orderBy: { id: "asc" } });
  expect(audit.map((event) => event.action)).toEqual(["api-key.issue", "api-key.rotate"]);
  expect(JSON.stringify(audit.map((event) => [event.detail, event.before, event.after]))).not.toContain(first.secret);
});

test("without an overlap the old key stops working at once", async () => {
  const last = await rotateKey(who, { kind: "payment", overlapSeconds: 0 });

  const good = (await findSigningKeys(who.merchantId, "payment")).filter((key) => key.endsAt === null);
  expect(good.map((key) => key.secret)).toEqual([last.secret]);
  expect(await listKeys(who.merchantId)).toContainEqual(
    expect.objectContaining({ kind: "payment", hint: last.secret.slice(-4), endsAt: null }),
  );
});

test("a list of keys holds no secret", async () => {
  const { secret } = await rotateKey(who, { kind: "payout", overlapSeconds: 0 });

  expect(JSON.stringify(await listKeys(who.merchantId))).not.toContain(secret);
});
