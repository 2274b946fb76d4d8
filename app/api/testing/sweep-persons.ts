import { randomUUID } from "node:crypto";
import { sealSession } from "@/app/api/testing/sweep-world";
import { database, withTransaction } from "@/lib/kernel/db";
import { hashPassword } from "@/lib/people/identity/password";
import { openSession } from "@/lib/people/identity/sessions-repo";
import { IP, PASSWORD } from "@/lib/people/identity/testing/people";
import { addMember } from "@/lib/people/merchants/members-repo";
import type { MemberRole } from "@/lib/people/merchants/role";

/** A user whose password, membership or session a request consumes. */

export type SweepPerson = {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly cookie: string;
};

let hash: Promise<string> | null = null;

/** Creates a signed-in user with a password, and a member of the merchant if a role is given. */
export async function newSweepPerson(of: { merchantId: string; role: MemberRole } | null = null): Promise<SweepPerson> {
  hash ??= hashPassword(PASSWORD);
  const email = `${randomUUID()}@people.test`;
  const data = { email, name: "Grace", passwordHash: await hash };
  const { id: userId } = await database().user.create({ data, select: { id: true } });
  const sessionId = await withTransaction(async (tx) => {
    if (of !== null) await addMember(tx, { ...of, userId });
    const now = new Date();
    return (await openSession(tx, { userId, secondFactorAt: now }, { ip: IP, userAgent: null }, now)).id;
  });
  return { userId, email, sessionId, cookie: await sealSession(sessionId) };
}
