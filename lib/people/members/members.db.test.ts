import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { database, withTransaction } from "@/lib/kernel/db";
import { changeMemberRole } from "@/lib/people/members/change-member-role";
import { listMembers } from "@/lib/people/members/queries";
import { removeMember } from "@/lib/people/members/remove-member";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { addMember } from "@/lib/people/merchants/members-repo";
import type { MemberRole } from "@/lib/people/merchants/role";
import { retryHeldSends } from "@/lib/sending/sends/funding-alarms";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:9");

const NOW = new Date("2026-11-21T12:00:00Z");

async function newPerson(name: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const user = await database().user.create({ data: { email, name, passwordHash: "none" } });
  return user.id;
}

/** A merchant with one owner, and further members of these roles. */
async function newTeam(...roles: readonly MemberRole[]) {
  const ownerId = await newPerson("Olga");
  const { id: merchantId } = await withTransaction((tx) =>
    createMerchant(tx, { name: "Lantern", ownerUserId: ownerId }),
  );
  const others: string[] = [];
  for (const role of roles) {
    const userId = await newPerson(role);
    await withTransaction((tx) => addMember(tx, { merchantId, userId, role }));
    others.push(userId);
  }
  const [first = "", second = ""] = others;
  return { merchantId, ownerId, first, second };
}

const rolesOf = async (merchantId: string) =>
  Object.fromEntries(
    (await database().merchantMember.findMany({ where: { merchantId } })).map(({ userId, role }) => [userId, role]),
  );
const trailOf = (merchantId: string) =>
  database().auditEvent.findMany({ where: { merchantId }, orderBy: { id: "asc" } });

async function invite(merchantId: string, invitedById: string): Promise<string> {
  const tokenHash = Buffer.from(randomUUID());
  const expiresAt = new Date(NOW.getTime() + 86_400_000);
  const email = `${randomUUID()}@example.com`;
  const data = { merchantId, email, role: "owner" as const, tokenHash, invitedById, expiresAt };
  return (await database().invitation.create({ data })).id;
}

const isRevoked = async (id: string) =>
  (await database().invitation.findUniqueOrThrow({ where: { id } })).revokedAt !== null;

test("owners are notified by mail and in the app of who may pay out by a new role, and of no other", async () => {
  const { merchantId, ownerId, first, second } = await newTeam("viewer", "manager");
  const change = (userId: string, role: MemberRole) =>
    changeMemberRole({ merchantId, actorId: ownerId, userId, role }, NOW, retryHeldSends);
  const notices = async () => ({
    mails: await database().mail.count({ where: { kind: "member-raised", reference: { contains: ownerId } } }),
    jobs: await database().$queryRaw<unknown[]>`
      SELECT 1 FROM graphile_worker._private_jobs WHERE payload->>'merchantId' = ${merchantId} AND payload->>'kind' = 'payer_added'`,
  });
  await change(first, "developer");
  await change(second, "owner");
  expect(await notices()).toEqual({ mails: 0, jobs: [] });
  await change(first, "manager");
  expect(await notices()).toMatchObject({ mails: 1, jobs: [{}] });
});

test("a new role takes effect at once, and the audit log records the old and the new one", async () => {
  const { merchantId, ownerId, first } = await newTeam("viewer");
  await changeMemberRole({ merchantId, actorId: ownerId, userId: first, role: "manager" }, NOW, retryHeldSends);
  await changeMemberRole({ merchantId, actorId: ownerId, userId: first, role: "manager" }, NOW, retryHeldSends);

  expect(await rolesOf(merchantId)).toEqual({ [ownerId]: "owner", [first]: "manager" });
  expect(await trailOf(merchantId)).toMatchObject([
    {
      actorId: ownerId,
      action: "member.change-role",
      target: first,
      before: { role: "viewer" },
      after: { role: "manager" },
    },
  ]);
});

test("the last owner keeps the role and stays, whoever asks", async () => {
  const { merchantId, ownerId, first } = await newTeam("manager");
  const self = { merchantId, actorId: ownerId, userId: ownerId };
  await expect(changeMemberRole({ ...self, role: "manager" }, NOW, retryHeldSends)).rejects.toMatchObject({
    code: "refused",
  });
  await expect(removeMember(self, NOW)).rejects.toMatchObject({ code: "refused" });

  await changeMemberRole({ ...self, userId: first, role: "owner" }, NOW, retryHeldSends);
  await removeMember(self, NOW);
  expect(await rolesOf(merchantId)).toEqual({ [first]: "owner" });
});

test("if two owners demote each other concurrently, one stays", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { merchantId, ownerId, first } = await newTeam("owner");
    const acts = [
      () => changeMemberRole({ merchantId, actorId: ownerId, userId: first, role: "viewer" }, NOW, retryHeldSends),
      () =>
        round % 2 === 0
          ? changeMemberRole({ merchantId, actorId: first, userId: ownerId, role: "viewer" }, NOW, retryHeldSends)
          : removeMember({ merchantId, actorId: first, userId: ownerId }, NOW),
    ];
    const outcomes = await Promise.allSettled(acts.map((act) => act()));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(Object.values(await rolesOf(merchantId)).filter((role) => role === "owner")).toHaveLength(1);
  }
});

test("if two owners leave concurrently, one stays", async () => {
  const { merchantId, ownerId, first } = await newTeam("owner");
  const leave = (userId: string) => removeMember({ merchantId, actorId: userId, userId }, NOW);
  const outcomes = await Promise.allSettled([leave(ownerId), leave(first)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(Object.values(await rolesOf(merchantId))).toEqual(["owner"]);
});

test("only an owner changes or removes others; everybody may leave, and nobody promotes themselves", async () => {
  const { merchantId, ownerId, first, second } = await newTeam("manager", "viewer");
  for (const actorId of [first, second]) {
    for (const userId of [ownerId, first, second]) {
      const change = changeMemberRole({ merchantId, actorId, userId, role: "owner" }, NOW, retryHeldSends);
      await expect(change).rejects.toMatchObject({ code: "forbidden" });
      if (userId === actorId) continue;
      await expect(removeMember({ merchantId, actorId, userId }, NOW)).rejects.toMatchObject({ code: "forbidden" });
    }
  }
  await removeMember({ merchantId, actorId: second, userId: second }, NOW);
  expect(await rolesOf(merchantId)).toEqual({ [ownerId]: "owner", [first]: "manager" });
  expect((await trailOf(merchantId)).at(-1)).toMatchObject({ action: "member.leave", before: { role: "viewer" } });
});

test("an owner of another merchant, or a removed member, can change nothing", async () => {
  const [team, others] = [await newTeam("viewer"), await newTeam("owner")];
  const { merchantId, first } = team;
  const foreign = { merchantId, actorId: others.ownerId, userId: first };
  await expect(changeMemberRole({ ...foreign, role: "owner" }, NOW, retryHeldSends)).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(removeMember(foreign, NOW)).rejects.toMatchObject({ code: "forbidden" });
  const missing = { merchantId, actorId: team.ownerId, userId: others.ownerId };
  await expect(removeMember(missing, NOW)).rejects.toMatchObject({ code: "not_found" });

  await removeMember({ merchantId: others.merchantId, actorId: others.ownerId, userId: others.first }, NOW);
  const gone = { merchantId: others.merchantId, actorId: others.first, userId: others.ownerId };
  await expect(removeMember(gone, NOW)).rejects.toMatchObject({ code: "forbidden" });
});

test("pending invitations of a member who may no longer invite are revoked, and others' stay", async () => {
  const { merchantId, ownerId, first } = await newTeam("owner");
  const [own, others] = [await invite(merchantId, ownerId), await invite(merchantId, first)];
  await changeMemberRole({ merchantId, actorId: ownerId, userId: first, role: "viewer" }, NOW, retryHeldSends);
  expect([await isRevoked(own), await isRevoked(others)]).toEqual([false, true]);
  expect((await trailOf(merchantId)).at(-1)).toMatchObject({ detail: { invitationsRevoked: 1 } });
});

test("members are notified by mail of every change to their membership", async () => {
  const { merchantId, ownerId, first } = await newTeam("viewer");
  const of = { merchantId, actorId: ownerId, userId: first };
  await changeMemberRole({ ...of, role: "manager" }, NOW, retryHeldSends);
  await changeMemberRole({ ...of, role: "developer" }, new Date(NOW.getTime() + 1), retryHeldSends);
  await removeMember(of, new Date(NOW.getTime() + 2));
  const { email } = await database().user.findUniqueOrThrow({ where: { id: first } });
  const mails = await database().mail.findMany({ where: { recipient: email }, orderBy: { createdAt: "asc" } });
  expect(mails.map(({ subject }) => subject)).toEqual([
    "You are now a manager at Lantern",
    "You are now a developer at Lantern",
    "You are no longer a member of Lantern",
  ]);
});

test("an account's security and last use are shown to owners alone", async () => {
  const { merchantId, ownerId, first } = await newTeam("viewer");
  await database().user.update({ where: { id: first }, data: { totpEnabledAt: NOW } });
  const session = { userId: first, expiresAt: NOW, lastSeenAt: NOW };
  await database().session.create({ data: session });

  const forOwner = await listMembers(merchantId, { userId: ownerId, role: "owner" });
  expect(forOwner.items.map(({ userId, role, isYou, safety }) => [userId, role, isYou, safety])).toEqual([
    [ownerId, "owner", true, { hasSecondFactor: false, lastSeenAt: null }],
    [first, "viewer", false, { hasSecondFactor: true, lastSeenAt: NOW.toISOString() }],
  ]);
  const forViewer = await listMembers(merchantId, { userId: first, role: "viewer" });
  expect(forViewer.items.map(({ safety }) => safety)).toEqual([null, null]);
});

test("a suspended owner is marked among the members, does not count as another owner, and cannot be removed or demoted", async () => {
  const { merchantId, ownerId, first } = await newTeam("owner", "viewer");
  const suspend = (isBlocked: boolean) => database().user.update({ where: { id: first }, data: { isBlocked } });
  await suspend(true);
  const { items } = await listMembers(merchantId, { userId: ownerId, role: "viewer" });
  expect(items.filter(({ isSuspended }) => isSuspended).map(({ userId }) => userId)).toEqual([first]);
  const self = { merchantId, actorId: ownerId, userId: ownerId };
  const other = { ...self, userId: first };
  for (const of of [self, other]) {
    await expect(removeMember(of, NOW)).rejects.toMatchObject({ code: "refused" });
    await expect(changeMemberRole({ ...of, role: "viewer" }, NOW, retryHeldSends)).rejects.toMatchObject({
      code: "refused",
    });
  }
  expect(Object.values(await rolesOf(merchantId)).toSorted()).toEqual(["owner", "owner", "viewer"]);

  await suspend(false);
  await changeMemberRole({ ...other, role: "manager" }, NOW, retryHeldSends);
  await changeMemberRole({ ...other, role: "owner" }, NOW, retryHeldSends);
  await removeMember(self, NOW);
  expect(Object.values(await rolesOf(merchantId)).toSorted()).toEqual(["owner", "viewer"]);
});
