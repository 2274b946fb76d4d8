import type { Messages } from "@/lib/kernel/locales/messages";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { Period, Recurrence } from "@/lib/money-in/recurrences/recurrence";

/** Data of every mail about a plan. */
export type MailFacts = {
  readonly plan: Pick<Recurrence, "name" | "amount" | "currencyCode" | "interval">;
  readonly merchant: string;
  readonly messages: Messages;
};

export type PlanMail = { readonly subject: string; readonly text: string };

/** Writes the mail with the link with which a payer accepts the plan, and later sees it. */
export function writeAcceptMail({ plan, merchant, messages }: MailFacts, link: string): PlanMail {
  const terms = termsText(plan, messages);
  return mail(messages.say("plan.mail.accept.subject", { merchant }), [
    messages.say("plan.mail.accept.body", { plan: plan.name, merchant, terms }),
    messages.say("plan.promise"),
    messages.say("plan.mail.accept.link"),
    link,
    messages.say("plan.mail.accept.not"),
  ]);
}

/** Writes the mail with the link of an accepted plan, for a payer who has lost it. */
export function writeOwnLinkMail({ plan, merchant, messages }: MailFacts, link: string): PlanMail {
  const names = { plan: plan.name, merchant };
  return mail(messages.say("plan.mail.own.subject", names), [messages.say("plan.mail.own.body", names), link]);
}

export type PeriodMail = MailFacts & {
  readonly period: Pick<Period, "amount" | "graceEndsAt">;
  /** URL of the period's payment. */
  readonly paymentUrl: string;
  /** URL of the payer's own view. */
  readonly link: string;
};

/** Writes the mail that a period's payment is due, or still due. */
export function writeDueMail(facts: PeriodMail, kind: "due" | "reminder"): PlanMail {
  const { plan, merchant, messages, period, paymentUrl, link } = facts;
  const amount = amountText(period.amount, plan.currencyCode, messages);
  const date = messages.moment(period.graceEndsAt);
  return mail(messages.say(`plan.mail.${kind}.subject`, { amount, merchant }), [
    messages.say(`plan.mail.${kind}.body`, { amount, plan: plan.name, merchant, date }),
    paymentUrl,
    messages.say("plan.mail.price"),
    messages.say("plan.mail.manage"),
    link,
  ]);
}

export function writeMissedMail({ plan, merchant, messages, period, link }: Omit<PeriodMail, "paymentUrl">): PlanMail {
  const names = { plan: plan.name, merchant };
  const amount = amountText(period.amount, plan.currencyCode, messages);
  return mail(messages.say("plan.mail.missed.subject", names), [
    messages.say("plan.mail.missed.body", { ...names, amount }),
    messages.say("plan.mail.manage"),
    link,
  ]);
}

export function writeEndedMail({ plan, merchant, messages }: MailFacts): PlanMail {
  const names = { plan: plan.name, merchant };
  return mail(messages.say("plan.mail.ended.subject", names), [messages.say("plan.mail.ended.body", names)]);
}

/** Returns the price and interval of a plan: `15.00 USD every month`. */
export function termsText(plan: MailFacts["plan"], messages: Messages): string {
  return messages.say(`plan.${plan.interval}`, { amount: amountText(plan.amount, plan.currencyCode, messages) });
}

/**
 * Formats with at least two decimals, or all decimals of a finer amount, in the reader's language.
 */
export function amountText(amount: Decimal, currency: string, messages: Messages): string {
  return amount.decimalPlaces() > 2 ? messages.coin(amount, currency) : messages.fiat(amount, currency);
}

function mail(subject: string, lines: readonly string[]): PlanMail {
  // Mail lines may wrap anywhere, and subjects are searched with plain spaces.
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  return { subject: plain(subject), text: `${plain(lines.join("\n\n"))}\n` };
}
