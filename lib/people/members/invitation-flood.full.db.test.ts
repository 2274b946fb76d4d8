import { expect, test, vi } from "vitest";
import { database } from "@/lib/kernel/db";
import { later, mailTo, NOW, newEmail, newShop } from "@/lib/people/identity/testing/people";
import { resendInvitation } from "@/lib/people/members/change-invitation";
import { inviteMember } from "@/lib/people/members/invite-member";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
vi.stubEnv("MAIL_FOLDER", "/nowhere");

/** Two shops that invite the same stranger, each as often as told, by turns. */
async function invitedByTwo() {
  const email = newEmail();
  const invitations = await Promise.all(
    ["203.0.113.20", "203.0.113.21"].map(async (ip) => {
      const { merchantId, inviter } = await newShop();
      const from = { merchantId, inviter: { ...inviter, ip } };
      const { invitation } = await inviteMember({ ...from, email, role: "viewer" }, NOW);
      return { ...from, id: invitation.id };
    }),
  );
  const again = async (turn: number, now: Date) => {
    const invitation = invitations[turn % 2];
    if (invitation) await resendInvitation(invitation, now);
  };
  return { email, again };
}

const mailsTo = (recipient: string) => database().mail.count({ where: { recipient, kind: "invitation" } });

test("resending is limited per invited address, whichever merchants do it", async () => {
  const { email, again } = await invitedByTwo();
  for (let turn = 0; turn < 8; turn += 1) await again(turn, later((turn + 1) / 100));

  for (const turn of [0, 1])
    await expect(again(turn, later(0.1))).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 540 });
  expect(await mailsTo(email)).toBe(10);
});

test("an address gets at most ten invitations a day, from all merchants together", async () => {
  const { email, again } = await invitedByTwo();
  for (let turn = 0; turn < 8; turn += 1) await again(turn, later(1 + turn));

  for (const turn of [0, 1])
    await expect(again(turn, later(12))).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 2 * 3600 });
  expect(await mailsTo(email)).toBe(10);
  await again(0, later(14));
  expect(await mailsTo(email)).toBe(11);
});

test("older names with line breaks become one line in the mail", async () => {
  const { merchantId, inviter } = await newShop();
  const data = { name: "Shop\n\nYour account is locked:\u2028https://evil.example\n" };
  await database().merchant.update({ where: { id: merchantId }, data });
  const email = newEmail();

  await inviteMember({ merchantId, inviter: { ...inviter, name: "Ada\r\n\r\nBob" }, email, role: "viewer" }, NOW);

  expect(await mailTo(email, "invitation")).toContain(
    "Ada Bob invites you to Shop Your account is locked: https://evil.example as a viewer.",
  );
});
