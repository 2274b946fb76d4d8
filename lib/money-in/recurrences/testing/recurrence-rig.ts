import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { database } from "@/lib/kernel/db";
import { openText } from "@/lib/kernel/mail/repo";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { acceptRecurrence } from "@/lib/money-in/recurrences/accept-recurrence";
import { advanceRecurrence } from "@/lib/money-in/recurrences/advance-recurrence";
import { askForLink } from "@/lib/money-in/recurrences/ask-for-link";
import { createRecurrence } from "@/lib/money-in/recurrences/create-recurrence";
import type { Recurrence } from "@/lib/money-in/recurrences/recurrence";
import { createRecurrenceInput } from "@/lib/money-in/recurrences/schema";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

/** Plans and their payers for tests, on top of the gateway rig; the clock is an argument. */

export const HOOK = "https://shop.example/hook";

/** Turns an empty database into a gateway that sends mails. Call it first in a test file. */
export async function openRecurrences(addressCount = 100): Promise<void> {
  vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
  await openGateway(addressCount);
}

/** Creates a plan of 15 USD a month, changed by `fields` as the machine API names them. */
export async function newPlan(merchantId: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Recurrence> {
  const asked = { amount: "15", currency: "USD", name: "Tea club", period: "monthly", url_callback: HOOK, ...fields };
  return await createRecurrence(await getMerchant(merchantId), createRecurrenceInput.parse(asked));
}

export type Accepted = { readonly plan: Recurrence; readonly secret: string; readonly email: string };

/** Returns a new mailbox. */
export const newEmail = (): string => `${randomUUID()}@example.net`;

/** Accepts the plan with the mailed link at `at`, which begins its first period. */
export async function accept(plan: Recurrence, at = new Date()): Promise<Accepted> {
  const email = newEmail();
  await askForLink({ recurrenceId: plan.id, email, locale: "en" }, at);
  const secret = secretIn(await lastMail("recurrence-accept", email));
  const accepted = await acceptRecurrence(plan.id, secret, at);
  await advanceRecurrence(plan.id, at);
  return { plan: accepted, secret, email };
}

export async function newActivePlan(
  merchantId: string,
  fields: Readonly<Record<string, unknown>> = {},
  at = new Date(),
): Promise<Accepted> {
  return await accept(await newPlan(merchantId, fields), at);
}

/** Returns the newest mail of a kind in a mailbox, decrypted. */
export async function lastMail(kind: string, recipient: string): Promise<{ subject: string; text: string }> {
  const mail = await database().mail.findFirstOrThrow({ where: { kind, recipient }, orderBy: { createdAt: "desc" } });
  const text = mail.sealed === null ? mail.text : openText(mail.id, mail.sealed).text;
  return { subject: mail.subject, text };
}

export function secretIn({ text }: { readonly text: string }): string {
  return /token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? "";
}

export function countMails(kind: string, recipient: string): Promise<number> {
  return database().mail.count({ where: { kind, recipient } });
}

export function periodsOf({ id }: Pick<Recurrence, "id">) {
  return database().recurrencePeriod.findMany({ where: { recurrenceId: id }, orderBy: { number: "asc" } });
}

export async function statesOf(plan: Pick<Recurrence, "id">): Promise<string[]> {
  return (await periodsOf(plan)).map(({ state }) => state);
}

export async function planNow({ id }: Pick<Recurrence, "id">) {
  return await database().recurrence.findUniqueOrThrow({ where: { id } });
}

/** Lists the webhook events of a plan, oldest first. */
export async function eventsOf({ id }: Pick<Recurrence, "id">): Promise<string[]> {
  const where = { objectKind: "recurrence", objectId: id };
  const rows = await database().webhookDelivery.findMany({ where, orderBy: { sequence: "asc" } });
  return rows.map(({ eventStatus }) => eventStatus);
}

export function daysFrom(date: Date, days: number, hours = 0): Date {
  return new Date(date.getTime() + (days * 24 + hours) * 3_600_000);
}
