import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { sealWithoutKeyName } from "@/lib/kernel/crypto/testing/keys";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";
import { findSigningKeys, rotateApiKeyNow } from "@/lib/people/keys/api-keys";
import { sealApiKeys } from "@/scripts/lib/seal-api-keys.mjs";

afterAll(closeDatabase);

const OTHER_KEY = "22".repeat(32);
const SQL = {
  drop: "ALTER TABLE api_keys DROP CONSTRAINT api_keys_sealed_form",
  add: "ALTER TABLE api_keys ADD CONSTRAINT api_keys_sealed_form CHECK (sealed_form = 2) NOT VALID",
};
/** Does what db:migrate does after the migrations. */
async function seal(secretKey?: string): Promise<number> {
  const client = await connectionPool().connect();
  try {
    return await sealApiKeys(client, secretKey);
  } finally {
    client.release();
  }
}

const forms = async () => {
  const rows = await database().apiKey.findMany({ select: { sealedForm: true } });
  return rows.map(({ sealedForm }) => sealedForm);
};

/** Seals a key as before: bound to its row alone. */
function oldKey(merchantId: string, secret: string, endsAt: Date | null = null) {
  const id = randomUUID();
  const sealed = sealWithoutKeyName(secret, id, env().SECRET_KEY ?? "");
  return { id, merchantId, kind: "payment" as const, hint: "last", secret: sealed, sealedForm: 1, endsAt };
}

/** Creates a database after the migration but before its follow-up, with these keys. */
async function halfMigrated(...keys: ReturnType<typeof oldKey>[]): Promise<void> {
  await connectionPool().query(SQL.drop);
  await database().apiKey.createMany({ data: keys });
  await connectionPool().query(SQL.add);
}

beforeEach(async () => void (await database().apiKey.deleteMany()));

test("a migrated database rejects keys in the old form", async () => {
  const row = oldKey(await newMerchant(), "old");
  await expect(database().apiKey.create({ data: row })).rejects.toThrow("api_keys_sealed_form");
  expect(await seal()).toBe(0);
});

test("old keys are resealed once, and sign as before", async () => {
  const [one, other] = [await newMerchant(), await newMerchant()];
  const soon = new Date(Date.now() + 3_600_000);
  await halfMigrated(oldKey(one, "first", soon), oldKey(one, "second"), oldKey(other, "third"));
  await expect(findSigningKeys(one, "payment")).rejects.toThrow("sealed");

  expect(await seal(env().SECRET_KEY)).toBe(3);

  expect((await findSigningKeys(one, "payment")).map(({ secret }) => secret)).toEqual(["second", "first"]);
  expect((await findSigningKeys(other, "payment")).map(({ secret }) => secret)).toEqual(["third"]);
  const before = await database().apiKey.findMany({ orderBy: { id: "asc" } });
  expect(await seal()).toBe(0);
  expect(await database().apiKey.findMany({ orderBy: { id: "asc" } })).toEqual(before);
  await rotateApiKeyNow(other, "payment", { overlapSeconds: 60 });
  expect(await forms()).toEqual([2, 2, 2, 2]);
});

test("after that a key in the old form is rejected, wherever it comes from", async () => {
  const merchantId = await newMerchant();
  const kept = oldKey(merchantId, "of a backup");
  await halfMigrated(kept);
  await seal(env().SECRET_KEY);

  await database().apiKey.deleteMany();
  await expect(database().apiKey.create({ data: kept })).rejects.toThrow("api_keys_sealed_form");
  await database().apiKey.create({ data: { ...kept, sealedForm: 2 } });
  await seal(env().SECRET_KEY);
  await expect(findSigningKeys(merchantId, "payment")).rejects.toThrow("sealed");
});

test("without the right SECRET_KEY nothing is changed, and the next call continues; a dead key does not block it", async () => {
  const merchantId = await newMerchant();
  const dead = { ...oldKey(merchantId, "lost", new Date(0)), secret: new Uint8Array(60) };
  await halfMigrated(oldKey(merchantId, "mine"), dead);
  await expect(seal()).rejects.toThrow("Set SECRET_KEY");
  await expect(seal(OTHER_KEY)).rejects.toThrow(`the payment key of merchant ${merchantId}`);
  expect(await forms()).toEqual([1, 1]);

  await seal(env().SECRET_KEY);
  expect((await findSigningKeys(merchantId, "payment")).map(({ secret }) => secret)).toEqual(["mine"]);
  expect(await forms()).toEqual([2, 2]);
});
