import type { PageModel } from "@/components/payers/pay/page-model";
import type { RefundAsk } from "@/components/payers/pay/refund-request/refund-ask";
import { refundPath } from "@/components/payers/pay/refund-request/refund-path";
import type { PayRefundable } from "@/lib/exceptions/refund-requests/pay-refund-requests";
import type { TextKey } from "@/lib/kernel/locales/catalogues";

type RefundFormProps = {
  readonly model: PageModel;
  /** What can be refunded here; not empty. */
  readonly refundables: readonly PayRefundable[];
  readonly ask: RefundAsk;
};

const ADDRESS_CHARACTERS_MAX = 128;

/** Form for the payer's address. A plain form: it needs no script. */
export function RefundForm({ model, refundables, ask }: RefundFormProps) {
  const { view, messages, lang } = model;
  const merchant = view.merchantName;
  const [first] = refundables;
  const networks = new Set(refundables.map(({ networkName }) => networkName));
  return (
    <form method="post" action={refundPath(view.uuid, "/refund", { lang })}>
      <p>{messages.rich("refund.ask.body", { merchant })}</p>
      <Money model={model} refundables={refundables} chosen={ask.chosen} />
      <label htmlFor="refund-address">
        {networks.size === 1 && first
          ? messages.rich("refund.ask.address", { network: first.networkName })
          : messages.say("refund.ask.any")}
      </label>
      <input
        id="refund-address"
        name="address"
        dir="ltr"
        defaultValue={ask.address}
        maxLength={ADDRESS_CHARACTERS_MAX}
        required={true}
        // biome-ignore lint/a11y/noAutofocus: the payer has just asked for this form, which stands further down
        autoFocus={true}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={ask.addressError === null ? undefined : true}
        aria-describedby={ask.addressError === null ? "refund-warning" : "refund-wrong refund-warning"}
      />
      {ask.addressError === null ? null : (
        <p id="refund-wrong" className="wrong" role="alert">
          {ask.addressError}
        </p>
      )}
      <small id="refund-warning">{messages.say("refund.ask.warning")}</small>
      <p>{messages.rich(wayOf(refundables), { merchant })}</p>
      <button type="submit" className="button">
        {messages.say("refund.ask.send")}
      </button>
      <a className="button plain" href={refundPath(view.uuid, "", { lang })}>
        {messages.say("refund.ask.back")}
      </a>
    </form>
  );
}

type MoneyProps = Pick<RefundFormProps, "model" | "refundables"> & { readonly chosen: string | null };

/** Selects what to refund, if there is a choice. */
function Money({ model: { messages }, refundables, chosen }: MoneyProps) {
  const [first, second] = refundables;
  if (second === undefined) {
    return first === undefined ? null : (
      <>
        <input type="hidden" name="money" value={nameOf(first)} />
        <p>{textOf(first, messages)}</p>
      </>
    );
  }
  return (
    <fieldset>
      <legend>{messages.say("refund.ask.which")}</legend>
      {refundables.map((money, index) => (
        <label key={nameOf(money)}>
          <input
            type="radio"
            name="money"
            value={nameOf(money)}
            defaultChecked={chosen === null ? index === 0 : chosen === nameOf(money)}
          />
          <span>{textOf(money, messages)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Returns the form value that identifies a refundable: the case, or the part of the payment. */
function nameOf({ kind, caseId }: PayRefundable): string {
  return caseId ?? kind;
}

function textOf({ kind, amount, currency, networkName, reference }: PayRefundable, messages: PageModel["messages"]) {
  return messages.rich(`refund.ask.${kind}`, {
    amount: <b dir="ltr">{messages.coin(amount, currency)}</b>,
    network: networkName,
    reference: reference ?? "",
  });
}

function wayOf(refundables: readonly PayRefundable[]): TextKey {
  const hasMail = refundables.some((money) => money.hasMail);
  const canSign = refundables.some((money) => money.canSign);
  if (hasMail && canSign) return "refund.ask.both";
  return hasMail ? "refund.ask.mail" : "refund.ask.wallet";
}
