import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { memberOf } from "@/lib/fronts/dashboard/current-session";
import { database, withTransaction } from "@/lib/kernel/db";
import { consumeTotpStep } from "@/lib/people/identity/second-factor-repo";
import { turnOffTotp } from "@/lib/people/identity/second-factor-set-up";
import { findSession } from "@/lib/people/identity/session-queries";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import { codeAt, newPersonWithApp, PASSWORD } from "@/lib/people/identity/testing/person-with-app";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { notifyPeople } from "@/lib/people/notifications/notify-people";
import { listNotifications } from "@/lib/people/notifications/queries";
import { requireSecondFactor } from "@/lib/people/settings/change-merchant-settings";

vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
const NOW = new Date();
const LATER = new Date(NOW.getTime() + 60_000);

afterEach(() => database().attemptCounter.deleteMany());

async function sessionOf(id: string): Promise<SessionRow> {
  const session = await findSession(id, NOW);
  if (session === null) throw new Error("The session is over.");
  return session;
}

test("removing the last second factor ends access and notifications where every member needs one", async () => {
  const { who, secret } = await newPersonWithApp("ann", NOW);
  const { id: merchantId } = await withTransaction((tx) =>
    createMerchant(tx, { name: "Shop", ownerUserId: who.userId }),
  );
  await requireSecondFactor({ merchantId, session: await sessionOf(who.sessionId) }, true);
  const detail = { orderId: "order-1", amount: "12.5 USDT" };
  await withTransaction((tx) =>
    notifyPeople(tx, [{ kind: "invoice_paid", merchantId, reference: randomUUID(), detail }]),
  );
  const told = async () => {
    const { user, secondFactorAt } = await sessionOf(who.sessionId);
    const { items, unread } = await listNotifications({ ...user, secondFactorAt }, undefined);
    return [items.length, unread];
  };
  expect(await memberOf(await sessionOf(who.sessionId), { named: merchantId })).toMatchObject({ merchantId });
  expect(await told()).toEqual([1, 1]);

  await turnOffTotp(who, { password: PASSWORD, code: codeAt(secret, LATER) }, LATER);

  await expect(memberOf(await sessionOf(who.sessionId), { named: merchantId })).rejects.toMatchObject({
    code: "second_factor_needed",
  });
  expect(await told()).toEqual([0, 0]);
  // A code submitted meanwhile: no app remains that it could belong to.
  expect(await consumeTotpStep(database(), who.userId, BigInt(Math.floor(LATER.getTime() / 1000)))).toBe(false);
});
