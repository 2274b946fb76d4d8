import { describe, expect, test, vi } from "vitest";
import { database } from "@/lib/kernel/db";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { signIn } from "@/lib/people/identity/sign-in";
import {
  IP,
  inviterOf,
  joinAs,
  later,
  mailTo,
  NOW,
  newEmail,
  newPerson,
  newShop,
  PASSWORD,
  rolesOf,
  secretOf,
  trailOf,
  waitingFor,
} from "@/lib/people/identity/testing/people";
import { acceptInvitation, signUp } from "@/lib/people/members/accept-invitation";
import { resendInvitation, revokeInvitation } from "@/lib/people/members/change-invitation";
import { inviteMember, inviteMerchant } from "@/lib/people/members/invite-member";
import { readInvitationPage } from "@/lib/people/members/queries";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
vi.stubEnv("MAIL_FOLDER", "/nowhere");

const USED = expect.objectContaining({ code: "not_found" });
const user = (email: string) => database().user.findUnique({ where: { email } });
const form = (token: string) => ({ token, name: "Grace Hopper", password: PASSWORD });

async function invited(role: "owner" | "manager" | "viewer" = "viewer") {
  const shop = await newShop();
  const email = newEmail();
  const { invitation, link } = await inviteMember({ ...shop, email, role }, NOW);
  return { ...shop, email, id: invitation.id, link, token: await secretOf(email, "invitation") };
}

describe("an invitation to a merchant", () => {
  test("creates an account with the invited address, proven, and a member with the role", async () => {
    const { merchantId, email, id, token, owner, link } = await invited("manager");
    expect(link).toBeNull();
    expect(await mailTo(email, "invitation")).toContain("Ada Lovelace invites you to Paper Lantern as a manager.");
    expect(await readInvitationPage(token, later(1))).toEqual({
      state: "open",
      email,
      invitedBy: "Ada Lovelace",
      to: { merchantName: "Paper Lantern", role: "manager" },
      hasAccount: false,
    });

    await signUp(form(token), IP, later(1));

    expect(await rolesOf(merchantId)).toEqual({ [owner.email]: "owner", [email]: "manager" });
    const person = await user(email);
    expect(person).toMatchObject({ name: "Grace Hopper", isOperator: false, emailVerifiedAt: later(1) });
    expect(await signIn({ email, password: PASSWORD, ip: IP, userAgent: null }, later(1))).not.toBeNull();
    expect(await trailOf(id)).toEqual([
      { action: "invitation.create", actorId: owner.id, before: null, after: { email, role: "manager" } },
      { action: "invitation.accept", actorId: person?.id, before: null, after: { email, role: "manager" } },
    ]);
    expect(await readInvitationPage(token, later(1))).toEqual({ state: "used" });
  });

  test("is stored only as a hash", async () => {
    const { id, token } = await invited();
    const row = await database().invitation.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(Buffer.from(row.tokenHash).toString("base64url")).not.toContain(token);
  });

  test("admits a person with an account once, and nobody with another address", async () => {
    const { merchantId, inviter } = await newShop();
    const [person, other] = [await newPerson(), await newPerson()];
    await inviteMember({ merchantId, inviter, email: person.email, role: "developer" }, NOW);
    const token = await secretOf(person.email, "invitation");
    expect(await readInvitationPage(token, NOW)).toMatchObject({ hasAccount: true });

    await expect(signUp(form(token), IP, NOW)).rejects.toMatchObject({ code: "refused" });
    await expect(acceptInvitation({ token }, other, NOW)).rejects.toMatchObject({ code: "forbidden" });
    expect(await acceptInvitation({ token }, person, NOW)).toEqual({ merchantId });
    await expect(acceptInvitation({ token }, person, NOW)).rejects.toEqual(USED);

    expect(await rolesOf(merchantId)).toMatchObject({ [person.email]: "developer" });
    expect(await user(person.email)).toMatchObject({ emailVerifiedAt: NOW });
  });

  test("expires after a week", async () => {
    const { merchantId, email, token } = await invited();
    expect(await waitingFor(merchantId, later(7 * 24))).toEqual([{ email, role: "viewer", state: "expired" }]);
    expect(await readInvitationPage(token, later(7 * 24))).toEqual({ state: "expired" });
    await expect(signUp(form(token), IP, later(7 * 24))).rejects.toEqual(USED);
  });

  test("that is resent has another link, and the first stops working", async () => {
    const { merchantId, email, id, token, inviter } = await invited();
    await resendInvitation({ id, merchantId, inviter }, later(2));
    const second = await secretOf(email, "invitation");

    expect(second).not.toBe(token);
    await expect(signUp(form(token), IP, later(3))).rejects.toEqual(USED);
    expect(await readInvitationPage(second, later(7 * 24 + 1))).toMatchObject({ state: "open" });
    await signUp(form(second), IP, later(3));
    await expect(resendInvitation({ id, merchantId, inviter }, later(4))).rejects.toEqual(USED);
  });

  test("that was revoked admits nobody", async () => {
    const { merchantId, email, id, token, inviter } = await invited();
    await revokeInvitation({ id, merchantId, inviter }, NOW);
    expect(await readInvitationPage(token, NOW)).toEqual({ state: "revoked" });
    await expect(signUp(form(token), IP, NOW)).rejects.toEqual(USED);
    expect([await user(email), await waitingFor(merchantId, NOW)]).toEqual([null, []]);
    await expect(revokeInvitation({ id, merchantId, inviter }, NOW)).rejects.toEqual(USED);
  });

  test("reports members and invited addresses clearly; an expired one is renewed", async () => {
    const { merchantId, inviter, email, token } = await invited();
    const member = await joinAs(merchantId, "viewer");
    const invite = (to: string, at = NOW) => inviteMember({ merchantId, inviter, email: to, role: "owner" }, at);
    const atEmail = (message: string) => ({ fields: { email: [expect.stringContaining(message)] } });

    await expect(invite(member.email)).rejects.toMatchObject(atEmail("already a member of this merchant"));
    await expect(invite(email)).rejects.toMatchObject(atEmail("already invited"));
    await invite(email, later(7 * 24));
    expect(await waitingFor(merchantId, later(7 * 24))).toEqual([{ email, role: "owner", state: "open" }]);
    await expect(signUp(form(token), IP, later(7 * 24))).rejects.toEqual(USED);
  });

  test("can only be sent by owners, for their own merchant", async () => {
    const { merchantId, id } = await invited();
    const strangers = [(await newShop()).inviter, inviterOf(await newPerson())];
    for (const role of ["manager", "developer", "viewer"] as const)
      strangers.push(inviterOf(await joinAs(merchantId, role)));
    for (const inviter of strangers) {
      const acts = [
        () => inviteMember({ merchantId, inviter, email: newEmail(), role: "viewer" }, NOW),
        () => resendInvitation({ id, merchantId, inviter }, NOW),
        () => revokeInvitation({ id, merchantId, inviter }, NOW),
      ];
      for (const act of acts) await expect(act()).rejects.toMatchObject({ code: "forbidden" });
    }
    const elsewhere = await newShop();
    await expect(revokeInvitation({ id, ...elsewhere }, NOW)).rejects.toEqual(USED);
    await expect(revokeInvitation({ id, ...elsewhere, merchantId: null }, NOW)).rejects.toEqual(USED);
  });

  test("rejects a weak password without being used up", async () => {
    const { token, email } = await invited();
    for (const password of ["paper-lantern-2026", "qwerty123456"])
      await expect(signUp({ ...form(token), password }, IP, NOW)).rejects.toMatchObject({
        fields: { password: [expect.any(String)] },
      });
    await signUp(form(token), IP, NOW);
    expect(await user(email)).not.toBeNull();
  });

  test("of a member who may approve payouts starts the 24-hour cooldown, if a second person must approve", async () => {
    const [free, watched] = [await invited("manager"), await invited("manager")];
    const data = { approvalAboveUsd: "100" };
    await database().merchant.update({ where: { id: watched.merchantId }, data });
    for (const { token } of [free, watched]) await signUp(form(token), IP, NOW);

    await assertMayPayOut(free.merchantId, later(1));
    await expect(assertMayPayOut(watched.merchantId, later(23.9))).rejects.toMatchObject({ code: "forbidden" });
    await assertMayPayOut(watched.merchantId, later(24.1));
  });
});

describe("concurrently", () => {
  const outcomes = async (acts: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(acts)).map(({ status }) => status).toSorted();

  test("one of four sign-ups with one invitation creates an account", async () => {
    const { merchantId, token } = await invited();
    const acts = Array.from({ length: 4 }, () => signUp(form(token), IP, NOW));
    expect(await outcomes(acts)).toEqual(["fulfilled", ...Array.from({ length: 3 }, () => "rejected")]);
    expect(Object.keys(await rolesOf(merchantId))).toHaveLength(2);
  });

  test("one of four acceptances counts, and opens one shop", async () => {
    const [operator, person] = [await newPerson(true), await newPerson()];
    await inviteMerchant({ inviter: inviterOf(operator), email: person.email }, NOW);
    const input = { token: await secretOf(person.email, "invitation"), merchantName: "Tea House" };
    const acts = Array.from({ length: 4 }, () => acceptInvitation(input, person, NOW));
    expect((await outcomes(acts)).filter((status) => status === "fulfilled")).toHaveLength(1);
    expect(await database().merchantMember.count({ where: { userId: person.id } })).toBe(1);
    expect(await database().merchant.count({ where: { walletOwnerId: person.id } })).toBe(1);
  });

  test("exactly one of revoking and accepting takes effect", async () => {
    for (let round = 0; round < 3; round += 1) {
      const { merchantId, id, token, inviter, email } = await invited();
      const [accepted, revoked] = await Promise.allSettled([
        signUp(form(token), IP, NOW),
        revokeInvitation({ id, merchantId, inviter }, NOW),
      ]);
      expect([accepted.status, revoked.status].toSorted()).toEqual(["fulfilled", "rejected"]);
      expect((await user(email)) !== null).toBe(accepted.status === "fulfilled");
    }
  });

  test("one of several invitations of an address is created, by operators and owners alike", async () => {
    const shop = await newShop();
    const inviter = inviterOf(await newPerson(true));
    const [member, merchant] = [newEmail(), newEmail()];
    const asOwner = () => inviteMember({ ...shop, email: member, role: "viewer" }, NOW);
    const asOperator = () => inviteMerchant({ inviter, email: merchant }, NOW);
    for (const act of [asOwner, asOperator])
      expect(await outcomes([act(), act(), act(), act()])).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
    expect((await waitingFor(null, NOW)).filter(({ email }) => email === merchant)).toHaveLength(1);
  });
});

describe("an invitation to open a merchant", () => {
  test("creates a merchant with the person as its owner, whose personal wallets belong to it", async () => {
    const email = newEmail();
    await inviteMerchant({ inviter: inviterOf(await newPerson(true)), email }, NOW);
    const token = await secretOf(email, "invitation");
    expect(await readInvitationPage(token, NOW)).toMatchObject({ state: "open", to: null });

    await expect(signUp(form(token), IP, NOW)).rejects.toMatchObject({
      fields: { merchantName: [expect.any(String)] },
    });
    await signUp({ ...form(token), merchantName: "Tea House" }, IP, NOW);

    const memberships = await database().merchantMember.findMany({
      where: { user: { email } },
      include: { merchant: true },
    });
    expect(memberships).toMatchObject([
      { role: "owner", merchant: { name: "Tea House", walletOwnerId: (await user(email))?.id } },
    ]);
  });
});
