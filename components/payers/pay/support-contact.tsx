import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Words } from "@/lib/kernel/locales/words";

/** Only what cannot be anything else than an address of mail. */
const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

export type SupportProps = {
  readonly view: Pick<PayView, "merchantName" | "supportContact">;
  readonly words: Words;
};

/** Whom to ask, in a sentence. */
export function Support({ view: { merchantName: merchant, supportContact: contact }, words }: SupportProps) {
  if (contact === null) return <span>{words.say("support.none", { merchant })}</span>;
  return <span>{words.rich("support.ask", { merchant, contact: <ContactLink contact={contact} /> })}</span>;
}

/** What the shop has written down: a link where it is an address of mail or a page. Latin from left to right in every language. */
export function ContactLink({ contact }: { readonly contact: string }) {
  const href = MAIL.test(contact) ? `mailto:${contact}` : pageOf(contact);
  if (href === null) return contact;
  return (
    <a href={href} dir="ltr" rel="noreferrer">
      {contact}
    </a>
  );
}

function pageOf(contact: string): string | null {
  const url = URL.canParse(contact) ? new URL(contact) : null;
  return url?.protocol === "https:" ? url.href : null;
}
