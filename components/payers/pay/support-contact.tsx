import { Fragment } from "react";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";

/** Only what cannot be anything else than an address of mail. */
const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

/**
 * A number of a telephone: digits in groups, which a text from right to left would put in another
 * order.
 */
const PHONE = /(\+?\d[\d ()./-]{3,20}\d)/;

export type SupportProps = {
  readonly view: Pick<PayView, "merchantName" | "supportContact">;
  readonly messages: Messages;
};

/** Whom to ask, in a sentence. */
export function Support({ view: { merchantName: merchant, supportContact: contact }, messages }: SupportProps) {
  if (contact === null) return <span>{messages.say("support.none", { merchant })}</span>;
  return <span>{messages.rich("support.ask", { merchant, contact: <ContactLink contact={contact} /> })}</span>;
}

/**
 * What the shop has written down: a link where it is an address of mail or a page. Latin from left
 * to right in every language.
 */
export function ContactLink({ contact }: { readonly contact: string }) {
  const href = MAIL.test(contact) ? `mailto:${contact}` : pageOf(contact);
  if (href === null) return <PlainContact text={contact} />;
  return (
    <a href={href} dir="ltr" rel="noreferrer">
      {contact}
    </a>
  );
}

/** What no link leads to, as it was written; the groups of a number stay in their order. */
function PlainContact({ text }: { readonly text: string }) {
  return text.split(PHONE).map((part, index) =>
    index % 2 === 1 ? (
      <span key={part} className="unbroken" dir="ltr">
        {part}
      </span>
    ) : (
      <Fragment key={part}>{part}</Fragment>
    ),
  );
}

function pageOf(contact: string): string | null {
  const url = URL.canParse(contact) ? new URL(contact) : null;
  return url?.protocol === "https:" ? url.href : null;
}
