import { Fragment } from "react";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";

/** Matches only what is certainly a mail address. */
const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

/** A telephone number: groups of digits, which right-to-left text would reorder. */
const PHONE = /(\+?\d[\d ()./-]{3,20}\d)/;

export type SupportProps = {
  readonly view: Pick<PayView, "merchantName" | "supportContact">;
  readonly messages: Messages;
};

/** A sentence that names the contact. */
export function Support({ view: { merchantName: merchant, supportContact: contact }, messages }: SupportProps) {
  if (contact === null) return <span>{messages.say("support.none", { merchant })}</span>;
  return <span>{messages.rich("support.ask", { merchant, contact: <ContactLink contact={contact} /> })}</span>;
}

/**
 * The shop's contact text: a link if it is a mail address or a page. Latin text is left to right in
 * every language.
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

/** A contact without a link, as it was written; the groups of a number keep their order. */
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
