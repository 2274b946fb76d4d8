import { randomUUID } from "node:crypto";
import { database, withTransaction } from "@/lib/kernel/db";
import { openText } from "@/lib/kernel/mail/repo";
import { createUser } from "@/lib/people/identity/complete-setup";
import type { Inviter } from "@/lib/people/members/invite-member";
import { listInvitations } from "@/lib/people/members/queries";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { addMember } from "@/lib/people/merchants/members-repo";
import type { MemberRole } from "@/lib/people/merchants/role";

export const PASSWORD = "quiet lantern under water";
export const NEW_PASSWORD = "seven copper kettles sing";
export const IP = "192.0.2.1";
export const NOW = new Date("2026-11-21T10:00:00Z");
export const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

export type Person = { readonly id: string; readonly email: string; readonly name: string };

export const newEmail = () => `${randomUUID().slice(0, 12)}@people.test`;

export async function newPerson(isOperator = false): Promise<Person> {
  const person = { email: newEmail(), name: "Ada Lovelace", isOperator };
  const { id } = await withTransaction((tx) => createUser(tx, { ...person, password: PASSWORD }));
  return { id, ...person };
}

/** Marks the address as proven. */
export async function proveAddress({ id }: { readonly id: string }): Promise<void> {
  await database().user.update({ where: { id }, data: { emailVerifiedAt: NOW } });
}

export async function newShop(
  name = "Paper Lantern",
): Promise<{ merchantId: string; owner: Person; inviter: Inviter }> {
  const owner = await newPerson();
  const { id: merchantId } = await withTransaction((tx) => createMerchant(tx, { name, ownerUserId: owner.id }));
  return { merchantId, owner, inviter: inviterOf(owner) };
}

export const inviterOf = ({ id, name }: Person): Inviter => ({ userId: id, name, ip: IP });

export async function joinAs(merchantId: string, role: MemberRole): Promise<Person> {
  const person = await newPerson();
  await addMember(database(), { merchantId, userId: person.id, role });
  return person;
}

export async function rolesOf(merchantId: string): Promise<Record<string, string>> {
  const rows = await database().merchantMember.findMany({ where: { merchantId }, include: { user: true } });
  return Object.fromEntries(rows.map(({ user, role }) => [user.email, role]));
}

export const waitingFor = async (merchantId: string | null, now: Date) =>
  (await listInvitations({ merchantId }, now)).map(({ email, role, state }) => ({ email, role, state }));

/** Returns the text of the newest queued mail of this kind to an address; null for none. */
export async function mailTo(recipient: string, kind: string): Promise<string | null> {
  const mail = await database().mail.findFirst({ where: { recipient, kind }, orderBy: { createdAt: "desc" } });
  return mail?.sealed ? openText(mail.id, mail.sealed).text : (mail?.text ?? null);
}

/** Returns the secret in the link of that mail. */
export async function secretOf(recipient: string, kind: string): Promise<string> {
  const [, secret] = /\/([A-Za-z0-9_-]{43})\b/.exec((await mailTo(recipient, kind)) ?? "") ?? [];
  if (secret === undefined) throw new Error(`no ${kind} for ${recipient} has a link`);
  return secret;
}

export async function trailOf(target: string) {
  const rows = await database().auditEvent.findMany({ where: { target }, orderBy: { id: "asc" } });
  return rows.map(({ action, actorId, before, after }) => ({ action, actorId, before, after }));
}
