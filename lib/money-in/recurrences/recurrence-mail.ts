import type { Words } from "@/lib/kernel/locales/words";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { Period, Recurrence } from "@/lib/money-in/recurrences/recurrence";

/** What every mail about a plan names. */
export type MailFacts = {
  readonly plan: Pick<Recurrence, "name" | "amount" | "currencyCode" | "interval">;
  readonly merchant: string;
  readonly words: Words;
};

export type PlanMail = { readonly subject: string; readonly text: string };

/** With the link by which a payer accepts the plan, and later sees it. */
export function writeAcceptMail({ plan, merchant, words }: MailFacts, link: string): PlanMail {
  const terms = termsText(plan, words);
  return mail(words.say("plan.mail.accept.subject", { merchant }), [
    words.say("plan.mail.accept.body", { plan: plan.name, merchant, terms }),
    words.say("plan.promise"),
    words.say("plan.mail.accept.link"),
    link,
    words.say("plan.mail.accept.not"),
  ]);
}

/** With the link of a plan that is accepted already, for a payer who has lost it. */
export function writeOwnLinkMail({ plan, merchant, words }: MailFacts, link: string): PlanMail {
  const names = { plan: plan.name, merchant };
  return mail(words.say("plan.mail.own.subject", names), [words.say("plan.mail.own.body", names), link]);
}

export type PeriodMail = MailFacts & {
  readonly period: Pick<Period, "amount" | "graceEndsAt">;
  /** Of the period's payment. */
  readonly paymentUrl: string;
  /** Of the payer's own view. */
  readonly link: string;
};

/** A period's payment waits, or still does. */
export function writeDueMail(facts: PeriodMail, kind: "due" | "reminder"): PlanMail {
  const { plan, merchant, words, period, paymentUrl, link } = facts;
  const amount = amountText(period.amount, plan.currencyCode, words);
  const date = words.moment(period.graceEndsAt);
  return mail(words.say(`plan.mail.${kind}.subject`, { amount, merchant }), [
    words.say(`plan.mail.${kind}.body`, { amount, plan: plan.name, merchant, date }),
    paymentUrl,
    words.say("plan.mail.price"),
    words.say("plan.mail.manage"),
    link,
  ]);
}

/** A period was not paid in time. */
export function writeMissedMail({ plan, merchant, words, period, link }: Omit<PeriodMail, "paymentUrl">): PlanMail {
  const names = { plan: plan.name, merchant };
  const amount = amountText(period.amount, plan.currencyCode, words);
  return mail(words.say("plan.mail.missed.subject", names), [
    words.say("plan.mail.missed.body", { ...names, amount }),
    words.say("plan.mail.manage"),
    link,
  ]);
}

/** The plan has ended. */
export function writeEndedMail({ plan, merchant, words }: MailFacts): PlanMail {
  const names = { plan: plan.name, merchant };
  return mail(words.say("plan.mail.ended.subject", names), [words.say("plan.mail.ended.body", names)]);
}

/** What a plan costs and how often: `15.00 USD every month`. */
export function termsText(plan: MailFacts["plan"], words: Words): string {
  return words.say(`plan.${plan.interval}`, { amount: amountText(plan.amount, plan.currencyCode, words) });
}

/** At least two decimals, and every digit of what is finer, as the reader's language writes them. */
export function amountText(amount: Decimal, currency: string, words: Words): string {
  return amount.decimalPlaces() > 2 ? words.coin(amount, currency) : words.fiat(amount, currency);
}

function mail(subject: string, lines: readonly string[]): PlanMail {
  // Lines of a mail break anywhere; its subject is searched for with plain blanks.
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  return { subject: plain(subject), text: `${plain(lines.join("\n\n"))}\n` };
}
