import { expect, test } from "vitest";
import { changeSuspension } from "@/lib/fronts/admin/change-user";
import { database } from "@/lib/kernel/db";
import { assertMayPayOut, readRestrictions } from "@/lib/people/guards/assert-may-pay-out";
import { later, NOW, newPerson, newShop } from "@/lib/people/identity/testing/people";

const FREE = { paymentsBlockedAt: null, payoutsBlockedAt: null, ownerSuspension: null, cooldownEndsAt: null };

/** The result of the outflow guard as one word. */
const gate = (merchantId: string, at: Date) =>
  assertMayPayOut(merchantId, at).then(
    () => "open",
    () => "closed",
  );

test("reports nothing for an unrestricted merchant, and since when a blocked one is blocked", async () => {
  const { merchantId } = await newShop();
  expect(await readRestrictions(merchantId, NOW)).toEqual(FREE);
  const data = { paymentsBlockedAt: later(-2), payoutsBlockedAt: later(-1) };
  await database().merchant.update({ where: { id: merchantId }, data });
  expect(await readRestrictions(merchantId, NOW)).toEqual({
    ...FREE,
    paymentsBlockedAt: later(-2).toISOString(),
    payoutsBlockedAt: later(-1).toISOString(),
  });
});

test("reports since when an owner is suspended, and nothing once the suspension is lifted", async () => {
  const { merchantId, owner } = await newShop();
  const operator = await newPerson(true);
  const begun = new Date();
  await changeSuspension({ id: owner.id, isSuspended: true, reason: "a drill" }, operator.id, begun);

  const { ownerSuspension, ...others } = await readRestrictions(merchantId, new Date());

  expect(Date.parse(ownerSuspension?.since ?? "")).toBeGreaterThanOrEqual(begun.getTime() - 1_000);
  expect(others).toEqual({ paymentsBlockedAt: null, payoutsBlockedAt: null, cooldownEndsAt: null });
  await changeSuspension({ id: owner.id, isSuspended: false, reason: "the drill is over" }, operator.id, new Date());
  expect(await readRestrictions(merchantId, new Date())).toEqual(FREE);
});

test.each([
  [
    "a new password",
    (_: string, id: string) => database().user.update({ where: { id }, data: { passwordChangedAt: NOW } }),
  ],
  ["a loosened limit", (id: string) => database().merchant.update({ where: { id }, data: { cooldownStartedAt: NOW } })],
])("%s is reported until exactly when outflows are allowed again", async (_, change) => {
  const { merchantId, owner } = await newShop();
  await change(merchantId, owner.id);

  const { cooldownEndsAt } = await readRestrictions(merchantId, later(1));

  const end = new Date(cooldownEndsAt ?? "");
  expect(await gate(merchantId, new Date(end.getTime() - 1))).toBe("closed");
  expect([await gate(merchantId, end), await readRestrictions(merchantId, end)]).toEqual(["open", FREE]);
});
