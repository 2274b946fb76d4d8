import { randomBytes, randomUUID } from "node:crypto";
import type { Maker, SweepCaller } from "@/app/api/testing/made-for-members";
import { newSweepPerson, type SweepPerson } from "@/app/api/testing/sweep-persons";
import { sealSession } from "@/app/api/testing/sweep-world";
import { database, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { startPasskey } from "@/lib/people/identity/passkey-register";
import { confirmTotp, startTotp } from "@/lib/people/identity/second-factor-set-up";
import { openSession } from "@/lib/people/identity/sessions-repo";
import { IP, inviterOf, NEW_PASSWORD, PASSWORD, secretOf } from "@/lib/people/identity/testing/people";
import { codeAt } from "@/lib/people/identity/testing/person-with-app";
import { inviteMember } from "@/lib/people/members/invite-member";
import { createAuthenticator } from "@/lib/testing/software-authenticator";

/** Account operations of users: each request is sent by a new user with the role under test. */

const sameRole = ({ shop: { merchantId }, role }: SweepCaller) => newSweepPerson(role && { merchantId, role });

const byOneself =
  (make: (person: SweepPerson) => Promise<object> | object = () => ({})): Maker =>
  async (caller) => {
    const person = await sameRole(caller);
    return { cookie: person.cookie, ...(await make(person)) };
  };

const changerOf = ({ userId, sessionId }: SweepPerson) => ({ userId, sessionId, ip: IP });

/** Adds an authenticator app, which starts a new session. */
async function withApp(person: SweepPerson): Promise<{ recoveryCodes: readonly string[]; cookie: string }> {
  const now = new Date();
  const { secret } = await startTotp(changerOf(person), PASSWORD, now);
  const { recoveryCodes, sessionId } = await confirmTotp(changerOf(person), codeAt(secret, now), now);
  return { recoveryCodes: recoveryCodes ?? [], cookie: await sealSession(sessionId) };
}

async function otherSession({ userId }: SweepPerson): Promise<string> {
  const from = { ip: IP, userAgent: null };
  return (await withTransaction((tx) => openSession(tx, { userId, secondFactorAt: null }, from, new Date()))).id;
}

async function insertPasskey({ userId }: SweepPerson): Promise<string> {
  const bytes = { credentialId: randomBytes(16), publicKey: randomBytes(32) };
  const data = { userId, ...bytes, transports: [], name: "Phone" };
  return (await database().passkey.create({ data, select: { id: true } })).id;
}

const newPasskey = byOneself(async (person) => {
  const owner = { id: person.userId, email: person.email, name: "Grace" };
  const { step, options } = await startPasskey(owner, new Date());
  const device = createAuthenticator("localhost", `http://localhost:${new URL(env().BASE_URL).port}`);
  return { body: { name: "Phone", step, response: device.make(options.challenge) } };
});

const confirmedApp = byOneself(async (person) => {
  const now = new Date();
  const { secret } = await startTotp(changerOf(person), PASSWORD, now);
  return { body: { code: codeAt(secret, now) } };
});

/** An invitation to the user's address from the shop's owner. */
const invited: Maker = async ({ shop: { merchantId, ownerId } }) => {
  const person = await newSweepPerson();
  const inviter = inviterOf({ id: ownerId, email: "", name: "Ada" });
  await inviteMember({ merchantId, inviter, email: person.email, role: "viewer" }, new Date());
  return { cookie: person.cookie, body: { token: await secretOf(person.email, "invitation") } };
};

export const MADE_FOR_PERSONS: Readonly<Record<string, Maker>> = {
  "account.confirm.show": byOneself(() => ({ body: { proof: { kind: "password", password: PASSWORD } } })),
  "account.changeEmail": byOneself(() => ({ body: { email: `${randomUUID()}@people.test`, password: PASSWORD } })),
  "account.sendProofAgain": byOneself(),
  "account.chooseMerchant": async ({ shop: { merchantId } }) => ({
    cookie: (await newSweepPerson({ merchantId, role: "viewer" })).cookie,
    body: { merchantId },
  }),
  "account.passkeys.add": newPasskey,
  "account.passkeys.rename": byOneself(async (person) => ({ id: await insertPasskey(person) })),
  "account.passkeys.remove": byOneself(async (person) => ({ id: await insertPasskey(person) })),
  "account.changePassword": byOneself(() => ({ body: { current: PASSWORD, next: NEW_PASSWORD } })),
  "account.secondFactor.renewRecoveryCodes": byOneself(async (person) => ({ cookie: (await withApp(person)).cookie })),
  "account.sessions.revokeOthers": byOneself(async (person) => {
    await otherSession(person);
    return {};
  }),
  "account.sessions.revoke": byOneself(async (person) => ({ id: await otherSession(person) })),
  "account.secondFactor.startTotp": byOneself(() => ({ body: { password: PASSWORD } })),
  "account.secondFactor.confirmTotp": confirmedApp,
  "account.secondFactor.turnOffTotp": byOneself(async (person) => {
    const { recoveryCodes, cookie } = await withApp(person);
    return { cookie, body: { password: PASSWORD, code: recoveryCodes[0] } };
  }),
  "notifications.read": async () => ({ body: { upTo: "1" } }),
  "invitations.accept": invited,
};
