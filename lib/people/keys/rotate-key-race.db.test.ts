import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { createUser } from "@/lib/people/identity/complete-setup";
import { findSigningKeys } from "@/lib/people/keys/api-keys";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { createMerchant } from "@/lib/people/merchants/create-merchant";

afterAll(closeDatabase);

async function newOwner(): Promise<{ merchantId: string; userId: string }> {
  return await withTransaction(async (tx) => {
    const email = `${randomUUID()}@example.com`;
    const user = await createUser(tx, { email, name: "Owner", password: "a long enough password", isOperator: false });
    return { userId: user.id, merchantId: (await createMerchant(tx, { name: "Shop", ownerUserId: user.id })).id };
  });
}

const PARALLEL = 8;

test("of parallel first keys one is issued, the others replace it in turn, and no call fails", async () => {
  const who = await newOwner();

  const made = await Promise.all(
    Array.from({ length: PARALLEL }, () => rotateKey(who, { kind: "payout", overlapSeconds: 3600 })),
  );

  const current = (await findSigningKeys(who.merchantId, "payout")).filter((key) => key.endsAt === null);
  expect(current).toHaveLength(1);
  expect(made.map((key) => key.secret)).toContain(current[0]?.secret);
  const audit = await database().auditEvent.findMany({ where: { merchantId: who.merchantId } });
  expect(audit.map((event) => event.action).sort()).toEqual([
    "api-key.issue",
    ...Array.from({ length: PARALLEL - 1 }, () => "api-key.rotate"),
  ]);
});

test("parallel rotations leave one current key, and every other ends", async () => {
  const who = await newOwner();
  await rotateKey(who, { kind: "payment", overlapSeconds: 0 });

  await Promise.all(Array.from({ length: PARALLEL }, () => rotateKey(who, { kind: "payment", overlapSeconds: 60 })));

  const rows = await database().apiKey.findMany({ where: { merchantId: who.merchantId, kind: "payment" } });
  expect(rows).toHaveLength(PARALLEL + 1);
  expect(rows.filter((row) => row.endsAt === null)).toHaveLength(1);
});
