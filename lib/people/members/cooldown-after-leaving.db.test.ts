import { expect, test, vi } from "vitest";
import { database } from "@/lib/kernel/db";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { resetPassword } from "@/lib/people/identity/change-password";
import { sendResetLink } from "@/lib/people/identity/send-reset-link";
import {
  IP,
  joinAs,
  later,
  NEW_PASSWORD,
  NOW,
  newPerson,
  newShop,
  proveAddress,
  secretOf,
} from "@/lib/people/identity/testing/people";
import { acceptInvitation } from "@/lib/people/members/accept-invitation";
import { changeMemberRole } from "@/lib/people/members/change-member-role";
import { inviteMember } from "@/lib/people/members/invite-member";
import { removeMember } from "@/lib/people/members/remove-member";
import type { MemberRole } from "@/lib/people/merchants/role";
import { retryHeldSends } from "@/lib/sending/sends/funding-alarms";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
vi.stubEnv("MAIL_FOLDER", "/nowhere");

const verdict = (merchantId: string, hours: number) =>
  assertMayPayOut(merchantId, later(hours)).then(
    () => "may leave",
    () => "in cooldown",
  );

test("the cooldown continues when a member with a new password adds somebody and leaves", async () => {
  const { merchantId, owner, inviter } = await newShop();
  await proveAddress(owner);
  await sendResetLink(owner.email, NOW);
  await resetPassword({ token: await secretOf(owner.email, "reset-password"), password: NEW_PASSWORD }, IP, NOW);
  const second = await newPerson();
  await inviteMember({ merchantId, inviter, email: second.email, role: "owner" }, later(0.1));
  await acceptInvitation({ token: await secretOf(second.email, "invitation") }, second, later(0.2));
  await removeMember({ merchantId, actorId: owner.id, userId: owner.id }, later(0.3));

  expect([await verdict(merchantId, 0.4), await verdict(merchantId, 23.9)]).toEqual(["in cooldown", "in cooldown"]);
  expect(await verdict(merchantId, 24.1)).toBe("may leave");
});

/** Gives a member a new password, then another role or none (removal); returns the merchant. */
async function afterNewPassword(from: MemberRole, to: MemberRole | null, cooldownStartedAt: Date | null = null) {
  const { merchantId, owner } = await newShop();
  const { id: userId } = await joinAs(merchantId, from);
  await database().user.update({ where: { id: userId }, data: { passwordChangedAt: NOW } });
  await database().merchant.update({ where: { id: merchantId }, data: { cooldownStartedAt } });
  const change = { merchantId, actorId: owner.id, userId };
  if (to === null) await removeMember(change, later(0.5));
  else await changeMemberRole({ ...change, role: to }, later(0.5), retryHeldSends);
  return merchantId;
}

test("the cooldown continues when they are removed or may no longer pay out, to the end of the same 24 hours", async () => {
  for (const [from, to] of [
    ["manager", null],
    ["owner", "viewer"],
    ["manager", "developer"],
  ] as const) {
    const merchantId = await afterNewPassword(from, to);
    expect([await verdict(merchantId, 23.9), await verdict(merchantId, 24.1)]).toEqual(["in cooldown", "may leave"]);
  }
});

test("a longer cooldown continues, and a member who could not pay out leaves none behind", async () => {
  const longer = await afterNewPassword("manager", null, later(2));
  expect([await verdict(longer, 25.9), await verdict(longer, 26.1)]).toEqual(["in cooldown", "may leave"]);
  expect(await verdict(await afterNewPassword("developer", null), 1)).toBe("may leave");
});
