import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listAudit, listAuditAfter, listAuditPeople } from "@/lib/kernel/audit-log/queries";
import { type AuditRecord, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { AUDIT_PAGE_SIZE, auditFilter } from "@/lib/kernel/audit-log/schema";
import { database, withTransaction } from "@/lib/kernel/db";
import { withCallerAddress } from "@/lib/kernel/work-context";
import { createMerchant } from "@/lib/people/merchants/create-merchant";

async function newPerson(name: string, isOperator = false): Promise<string> {
  const data = { email: `${randomUUID()}@example.com`, name, passwordHash: "none", isOperator };
  return (await database().user.create({ data })).id;
}

async function newShop(name: string) {
  const ownerId = await newPerson(`Owner of ${name}`);
  const { id } = await withTransaction((tx) => createMerchant(tx, { name, ownerUserId: ownerId }));
  return { merchantId: id, ownerId };
}

const write = (record: AuditRecord, from: string | null = null) =>
  withCallerAddress(from, () => withTransaction((tx) => recordAudit(tx, record)));

test("an entry records who did what, from where, and the previous values", async () => {
  const { merchantId, ownerId } = await newShop("Lantern");
  const target = randomUUID();
  const change = { before: { role: "viewer" }, after: { role: "manager" } };
  await write({ actorId: ownerId, merchantId, action: "member.change-role", target, ...change }, "192.0.2.7");

  const { items, nextCursor } = await listAudit({ merchantId }, {});
  expect(nextCursor).toBeNull();
  expect(items).toMatchObject([
    {
      who: { name: "Owner of Lantern" },
      ip: "192.0.2.7",
      label: "Changed a member's role",
      target,
      merchant: null,
      changes: [{ field: "Role", before: "viewer", after: "manager" }],
    },
  ]);
});

test("a merchant sees its own entries and never another's, whatever the filter", async () => {
  const [one, other] = [await newShop("One"), await newShop("Other")];
  const target = randomUUID();
  await write({ actorId: other.ownerId, merchantId: other.merchantId, action: "payout.cancel", target });
  await write({ actorId: other.ownerId, action: "profile.change", target: other.ownerId });

  const viewer = { merchantId: one.merchantId };
  for (const filter of [{}, { q: target }, { person: other.ownerId }, { kind: "money" as const }]) {
    expect((await listAudit(viewer, filter)).items).toEqual([]);
    expect(await listAuditAfter(viewer, filter, null, 10)).toEqual([]);
  }
  expect(await listAuditPeople(viewer)).toEqual([]);
  expect((await listAudit("operator", { q: target })).items).toMatchObject([{ merchant: "Other" }]);
});

test("a merchant sees that the operator acted, but not who or from where", async () => {
  const { merchantId } = await newShop("Lantern");
  const operatorId = await newPerson("Otto", true);
  await write({ actorId: operatorId, merchantId, action: "payout.give-up" }, "192.0.2.9");
  const [told] = (await listAudit({ merchantId }, {})).items;
  expect(told).toMatchObject({ who: { name: "The operator", email: null }, ip: null });
  expect(await listAuditPeople({ merchantId })).toEqual([]);
  const [known] = (await listAudit("operator", { person: operatorId })).items;
  expect(known).toMatchObject({ who: { name: "Otto" }, ip: "192.0.2.9" });

  await database().merchantMember.create({ data: { merchantId, userId: operatorId, role: "owner" } });
  expect((await listAudit({ merchantId }, {})).items[0]).toMatchObject({ who: { name: "Otto" }, ip: "192.0.2.9" });
});

test("without a user, the actor is a program of the shop, or the gateway by its rules", async () => {
  const { merchantId } = await newShop("Lantern");
  await write({ actorId: null, merchantId, action: "payment.refund" }, "192.0.2.1");
  await write({ actorId: null, merchantId, action: "refund-request.void" });
  const names = (await listAudit({ merchantId }, {})).items.map(({ who }) => who.name);
  expect(names).toEqual(["The gateway", "The machine API"]);
});

test("filters the log by user, kind, day and object, and pages it without gap or repeat", async () => {
  const { merchantId, ownerId } = await newShop("Lantern");
  const count = AUDIT_PAGE_SIZE * 2 + 3;
  for (let index = 0; index < count; index += 1)
    await write({
      actorId: ownerId,
      merchantId,
      action: index % 2 ? "payout.cancel" : "brand.change",
      target: `o${index}`,
    });
  const viewer = { merchantId };
  const targets: (string | null)[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await listAudit(viewer, cursor === "" ? {} : { cursor });
    targets.push(...page.items.map(({ target }) => target));
    cursor = page.nextCursor;
  }
  expect(targets).toEqual(Array.from({ length: count }, (_, index) => `o${count - 1 - index}`));
  expect((await listAudit(viewer, { kind: "money" })).items.every(({ action }) => action === "payout.cancel")).toBe(
    true,
  );
  expect((await listAudit(viewer, { q: "o7" })).items.map(({ target }) => target)).toEqual(["o7"]);
  expect((await listAudit(viewer, { person: randomUUID() })).items).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString();
  expect((await listAudit(viewer, { from: `${today}T00:00:00Z`, to: tomorrow })).items).toHaveLength(AUDIT_PAGE_SIZE);
  expect((await listAudit(viewer, { to: "2020-01-01T00:00:00Z" })).items).toEqual([]);
  expect((await listAudit(viewer, { from: "2999-01-01T00:00:00Z" })).items).toEqual([]);
  expect(await listAuditPeople(viewer)).toEqual([{ id: ownerId, name: "Owner of Lantern" }]);
});

test("ignores an empty filter in the query string", () => {
  expect(auditFilter.parse({ person: "", kind: "", from: "", to: "" })).toEqual({});
  expect(auditFilter.safeParse({ kind: "everything" }).success).toBe(false);
});

test("an entry cannot be changed, deleted or truncated", async () => {
  const { merchantId, ownerId } = await newShop("Lantern");
  await write({ actorId: ownerId, merchantId, action: "merchant.change" });
  const refused = /never changed or deleted/;
  await expect(database().$executeRaw`UPDATE audit_events SET action = 'x'`).rejects.toThrow(refused);
  await expect(database().$executeRaw`DELETE FROM audit_events`).rejects.toThrow(refused);
  await expect(database().$executeRaw`TRUNCATE audit_events`).rejects.toThrow(refused);
});

test("rejects a field whose name suggests a secret, on either side", async () => {
  const action = "merchant.change" as const;
  for (const name of ["password", "passwordHash", "apiSecret", "token", "seedWords", "privateKey", "tokenHash"]) {
    for (const side of ["detail", "before", "after"] as const)
      await expect(write({ actorId: null, action, [side]: { [name]: "x" } })).rejects.toThrow(/may not write/);
  }
});
