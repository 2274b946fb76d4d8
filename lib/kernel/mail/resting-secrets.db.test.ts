import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, newClosed, openRequests } from "@/lib/exceptions/refund-requests/testing/request-rig";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { sendMail } from "@/lib/kernel/mail/jobs";
import type { Mail } from "@/lib/kernel/mail/message";
import { newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";
import { askForLink } from "@/lib/money-in/recurrences/ask-for-link";
import { newActivePlan, newPlan } from "@/lib/money-in/recurrences/testing/recurrence-rig";
import { askToChangeEmail } from "@/lib/people/identity/change-email";
import { sendVerificationAgain } from "@/lib/people/identity/confirm-email";
import { sendResetLink } from "@/lib/people/identity/send-reset-link";
import { IP, newEmail, newPerson, newShop, PASSWORD, proveAddress } from "@/lib/people/identity/testing/people";
import { inviteMember } from "@/lib/people/members/invite-member";

/**
 * Whoever reads the database, or a copy of it, must not get access with a link that was mailed to
 * somebody else.
 */

/** Every kind of mail with a secret link, and the code that sends it. */
const MAILED: Readonly<Record<string, (now: Date) => Promise<unknown>>> = {
  "reset-password": async (now) => {
    const person = await newPerson();
    await proveAddress(person);
    await sendResetLink(person.email, now);
  },
  "verify-email": async (now) => sendVerificationAgain((await newPerson()).id, now),
  "change-email": async (now) => {
    const { id } = await newPerson();
    await askToChangeEmail({ userId: id, sessionId: id, ip: IP }, { email: newEmail(), password: PASSWORD }, now);
  },
  invitation: async (now) => {
    const { merchantId, inviter } = await newShop();
    await inviteMember({ merchantId, inviter, email: newEmail(), role: "viewer" }, now);
  },
  "refund-link": async () => ask((await newClosed("60")).invoice),
  "recurrence-accept": async (now) =>
    askForLink({ recurrenceId: (await newPlan(await newMerchant())).id, email: newEmail(), locale: "en" }, now),
  "recurrence-due": async () => newActivePlan(await newMerchant()),
  "recurrence-link": async (now) => {
    const { plan, email } = await newActivePlan(await newMerchant());
    await askForLink({ recurrenceId: plan.id, email, locale: "en" }, now);
  },
};
const KINDS = Object.keys(MAILED);

/** The end of a link that grants access. */
const SECRET = /(?<=[/=])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g;

beforeAll(() => openRequests(20));
afterAll(closeDatabase);

/** Returns every value of every table as text; bytes in hexadecimal. */
async function everything(): Promise<string> {
  const tables = await connectionPool().query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')`,
  );
  const texts = tables.rows.map(({ name }) => `SELECT t::text AS row FROM ${name} t`);
  const { rows } = await connectionPool().query<{ row: string }>(texts.join(" UNION ALL "));
  return rows.map(({ row }) => row).join("\n");
}

const pending = (kind: string) => database().mail.findMany({ where: { kind, state: "pending" } });

/** Sends the pending mails of a kind, and returns what a mailbox received. */
async function send(kind: string): Promise<Mail[]> {
  const got: Mail[] = [];
  const transport = { send: async (mail: Mail) => void got.push(mail) };
  const options = { transport, enqueueAgain: async () => undefined, signal: new AbortController().signal };
  for (const { id } of await pending(kind)) await sendMail(id, options);
  return got;
}

describe.each(KINDS)("the link in a mail of the kind %s", (kind) => {
  test("reaches the mailbox, and is never stored readably in the database", async () => {
    await MAILED[kind]?.(new Date());
    const before = await everything();
    const [mail, ...others] = await send(kind);
    const secrets = mail?.text.match(SECRET) ?? [];
    expect([others, secrets.length]).toEqual([[], 1]);
    const after = await everything();
    for (const secret of secrets) {
      for (const written of [secret, Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64")])
        expect([before.includes(written), after.includes(written)]).toEqual([false, false]);
    }
  });
});
