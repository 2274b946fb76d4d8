import { describe, expect, test, vi } from "vitest";
import { changeOperatorFlag, changeSuspension } from "@/lib/fronts/admin/change-user";
import { database } from "@/lib/kernel/db";
import { changePassword, resetPassword } from "@/lib/people/identity/change-password";
import { sendResetLink } from "@/lib/people/identity/send-reset-link";
import {
  IP,
  inviterOf,
  joinAs,
  later,
  mailTo,
  NEW_PASSWORD,
  NOW,
  newEmail,
  newPerson,
  newShop,
  PASSWORD,
  proveAddress,
  rolesOf,
  secretOf,
  waitingFor,
} from "@/lib/people/identity/testing/people";
import { acceptInvitation, signUp } from "@/lib/people/members/accept-invitation";
import { inviteMember, inviteMerchant } from "@/lib/people/members/invite-member";
import type { MemberRole } from "@/lib/people/merchants/role";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
vi.stubEnv("MAIL_FOLDER", "/nowhere");

const reason = "the mailbox was taken over";
const taken = { code: "not_found", message: expect.stringContaining("was revoked") };

/** A shop, and a person invited by its owner. */
async function invited(role: MemberRole = "owner") {
  const [shop, person] = [await newShop(), await newPerson()];
  await inviteMember({ ...shop, email: person.email, role }, NOW);
  const token = await secretOf(person.email, "invitation");
  return { ...shop, person, accept: (at = later(1)) => acceptInvitation({ token }, person, at) };
}

/** An operator, and a person whom they have invited to open a shop. */
async function invitedToOpen() {
  const [operator, email] = [await newPerson(true), newEmail()];
  await inviteMerchant({ inviter: inviterOf(operator), email }, NOW);
  const form = { name: "Grace Hopper", password: PASSWORD, merchantName: "Tea House" };
  const token = await secretOf(email, "invitation");
  return { operator, email, open: () => signUp({ ...form, token }, IP, later(1)) };
}

const detailsOf = async (target: string, action: string) =>
  (await database().auditEvent.findMany({ where: { target, action } })).map(({ detail }) => detail);

async function setPassword(owner: { id: string; email: string }, how: "reset" | "change") {
  if (how === "change") {
    const session = await database().session.create({ data: { userId: owner.id, expiresAt: later(24) } });
    const who = { userId: owner.id, sessionId: session.id, ip: IP };
    return await changePassword(who, { current: PASSWORD, next: NEW_PASSWORD }, NOW);
  }
  await proveAddress(owner);
  await sendResetLink(owner.email, NOW);
  await resetPassword({ token: await secretOf(owner.email, "reset-password"), password: NEW_PASSWORD }, IP, NOW);
}

describe("an invitation ends with the trust in its inviter", () => {
  test("when they are suspended, and lifting that restores none of them", async () => {
    const actor = await newPerson(true);
    const { merchantId, owner, accept } = await invited();
    const { operator, open } = await invitedToOpen();
    for (const { id } of [owner, operator]) {
      await changeSuspension({ id, isSuspended: true, reason }, actor.id, NOW);
      await changeSuspension({ id, isSuspended: false, reason }, actor.id, NOW);
      expect(await detailsOf(id, "user.suspend")).toEqual([{ reason, invitationsRevoked: 1 }]);
    }
    await expect(accept()).rejects.toMatchObject(taken);
    await expect(open()).rejects.toMatchObject(taken);
    expect(await waitingFor(merchantId, NOW)).toEqual([]);
  });

  test("when they stop being an operator, only for those to open a shop", async () => {
    const actor = await newPerson(true);
    const { operator, open } = await invitedToOpen();
    const { merchantId, person, accept, owner } = await invited("viewer");
    await database().user.update({ where: { id: owner.id }, data: { isOperator: true } });
    for (const { id } of [operator, owner]) await changeOperatorFlag({ id, isOperator: false, reason }, actor.id);
    await expect(open()).rejects.toMatchObject(taken);
    expect(await detailsOf(operator.id, "user.change-operator")).toEqual([{ reason, invitationsRevoked: 1 }]);
    await accept();
    expect(await rolesOf(merchantId)).toMatchObject({ [person.email]: "viewer" });
  });

  test.each(["reset", "change"] as const)("when a %s gives them a new password, and others' continue", async (how) => {
    const [mine, others] = [await invited(), await invited()];
    await setPassword(mine.owner, how);
    await expect(mine.accept()).rejects.toMatchObject(taken);
    expect(await detailsOf(mine.owner.id, `password.${how}`)).toEqual([{ invitationsRevoked: 1 }]);
    await expect(others.accept()).resolves.toEqual({ merchantId: others.merchantId });
  });

  test("even if one is still pending: a suspended or unauthorised inviter admits nobody", async () => {
    const [blocked, demoted, gone, { operator, email, open }] = [
      await invited(),
      await invited(),
      await invited(),
      await invitedToOpen(),
    ];
    await database().user.update({ where: { id: blocked.owner.id }, data: { isBlocked: true } });
    await database().user.update({ where: { id: operator.id }, data: { isOperator: false } });
    const where = { userId: demoted.owner.id };
    await database().merchantMember.updateMany({ where, data: { role: "manager" } });
    await database().merchantMember.deleteMany({ where: { userId: gone.owner.id } });
    for (const { accept, merchantId, person } of [blocked, demoted, gone]) {
      await expect(accept()).rejects.toMatchObject(taken);
      expect(Object.keys(await rolesOf(merchantId))).not.toContain(person.email);
    }
    await expect(open()).rejects.toMatchObject(taken);
    expect(await database().user.count({ where: { email } })).toBe(0);
  });
});

test("every owner is notified by mail of who joins and may pay out, and of nobody else", async () => {
  const { merchantId, owner, person, accept } = await invited("manager");
  const [second, viewer, suspended] = [
    await joinAs(merchantId, "owner"),
    await joinAs(merchantId, "viewer"),
    await joinAs(merchantId, "owner"),
  ];
  await database().user.update({ where: { id: suspended.id }, data: { isBlocked: true } });
  await accept();
  for (const { email } of [owner, second])
    expect(await mailTo(email, "member-joined")).toContain(`${person.email} is now a manager at Paper Lantern`);
  const told = await database().$queryRaw<{ payload: unknown }[]>`
    SELECT payload FROM graphile_worker._private_jobs WHERE payload::text LIKE ${`%${merchantId}%`} AND payload::text LIKE '%payer_added%'`;
  expect(told).toMatchObject([{ payload: { kind: "payer_added", merchantId, detail: { email: person.email } } }]);
  for (const { email } of [viewer, suspended, person]) expect(await mailTo(email, "member-joined")).toBeNull();

  const quiet = await invited("developer");
  await quiet.accept();
  expect(await mailTo(quiet.owner.email, "member-joined")).toBeNull();
});
