import type { LinkPageModel } from "@/components/payers/link/link-page-model";
import { linkPriceText } from "@/components/payers/link/price-text";
import { EmailInput } from "@/components/payers/pay/email-input";
import type { Messages } from "@/lib/kernel/locales/messages";
import type { PayerQuestion } from "@/lib/money-in/payment-links/questions";
import { NOTE_CHARACTERS_MAX } from "@/lib/money-in/payment-links/read-order";

const AMOUNT_CHARACTERS_MAX = 40;

/** What the link asks of a payer. The server checks everything again. */
export function LinkFields(model: LinkPageModel) {
  const { view, typed, messages } = model;
  const { link, merchantName } = view;
  return (
    <>
      {link.amount === null ? <AmountField {...model} /> : null}
      {link.amount !== null && link.quantityMax > 1 ? <QuantityField {...model} /> : null}
      {link.noteQuestion === "no" ? null : (
        <>
          <label htmlFor="note">
            {labelOf(link.noteQuestion, messages.say("link.note", { merchant: merchantName }), messages)}
          </label>
          <input
            id="note"
            name="note"
            type="text"
            className="prose"
            defaultValue={typed.note}
            maxLength={NOTE_CHARACTERS_MAX}
            required={link.noteQuestion === "required"}
          />
        </>
      )}
      {link.emailQuestion === "no" ? null : (
        <>
          <label htmlFor="email">{labelOf(link.emailQuestion, messages.say("link.email"), messages)}</label>
          <EmailInput typed={typed.email} isRequired={link.emailQuestion === "required"} />
        </>
      )}
    </>
  );
}

function labelOf(question: PayerQuestion, label: string, messages: Messages): string {
  return question === "optional" ? messages.say("link.optional", { label }) : label;
}

function AmountField({ view, typed, messages }: LinkPageModel) {
  const { amountMin, amountMax, currencyCode } = view.link;
  const bounds = [
    ...(amountMin === null ? [] : [messages.say("link.least", { amount: linkPriceText(view, amountMin, messages) })]),
    ...(amountMax === null ? [] : [messages.say("link.most", { amount: linkPriceText(view, amountMax, messages) })]),
  ];
  return (
    <>
      <label htmlFor="amount">{messages.say("link.amount", { currency: currencyCode })}</label>
      <input
        id="amount"
        name="amount"
        type="text"
        dir="ltr"
        inputMode="decimal"
        defaultValue={typed.amount}
        maxLength={AMOUNT_CHARACTERS_MAX}
        required={true}
        autoComplete="off"
        aria-describedby={bounds.length === 0 ? undefined : "bounds"}
      />
      {bounds.length === 0 ? null : (
        <p className="quiet" id="bounds">
          {bounds.join(" · ")}
        </p>
      )}
    </>
  );
}

function QuantityField({ view, typed, messages }: LinkPageModel) {
  const left = view.state.kind === "open" ? view.state.piecesLeft : null;
  return (
    <>
      <label htmlFor="quantity">{messages.say("link.quantity")}</label>
      <input
        id="quantity"
        name="quantity"
        type="number"
        dir="ltr"
        inputMode="numeric"
        min={1}
        max={Math.min(view.link.quantityMax, left ?? view.link.quantityMax)}
        step={1}
        defaultValue={typed.quantity ?? "1"}
        required={true}
        autoComplete="off"
      />
    </>
  );
}
