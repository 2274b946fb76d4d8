import { LinkFields } from "@/components/payers/link/link-fields";
import type { LinkPageModel } from "@/components/payers/link/link-page-model";
import { linkPath } from "@/components/payers/link/link-path";
import { linkPriceText } from "@/components/payers/link/price-text";
import { Icon } from "@/components/payers/pay/icons";
import { PageFooter } from "@/components/payers/pay/page-footer";
import { ShopName } from "@/components/payers/pay/shop-name";

/** The page of a payment link. A plain form: it needs no script. */
export function LinkPage(model: LinkPageModel) {
  const { view, messages } = model;
  return (
    <div className="page alone">
      <header className="order">
        <ShopName name={view.merchantName} logo={view.brand.logo} />
      </header>
      <main>
        <div className="card refund offer">
          {view.state.kind === "open" ? <OrderForm {...model} /> : <Over {...model} />}
          <Former {...model} />
        </div>
      </main>
      <PageFooter view={view} messages={messages} />
    </div>
  );
}

function OrderForm(model: LinkPageModel) {
  const { view, formKey, error, messages, lang } = model;
  const { link } = view;
  const price = link.amount && linkPriceText(view, link.amount, messages);
  return (
    <>
      <div className="headline">
        <h1>
          <bdi>{link.title}</bdi>
        </h1>
        {price === null ? null : (
          <p className="lead">
            {link.quantityMax === 1 ? (
              <b dir="ltr">{price}</b>
            ) : (
              messages.rich("link.each", { amount: <b dir="ltr">{price}</b> })
            )}
          </p>
        )}
      </div>
      {error === null ? null : (
        <p className="wrong" role="alert">
          {error}
        </p>
      )}
      <form method="post" action={linkPath(link.name, lang)} autoComplete="on">
        <input type="hidden" name="key" value={formKey} />
        <LinkFields {...model} />
        <button type="submit" className="button">
          {messages.say("link.go")}
        </button>
      </form>
    </>
  );
}

/** An order that was changed after it had made a payment: that one can still be paid instead. */
function Former({ former, messages }: LinkPageModel) {
  if (former === null) return null;
  return (
    <p>
      <a href={former}>{messages.say("receipt.close")}</a>
    </p>
  );
}

/** A link that sells nothing: in the same design, without a form. */
function Over({ view, messages }: LinkPageModel) {
  const kind = view.state.kind === "sold-out" ? "sold" : "closed";
  return (
    <div className="headline waiting">
      <h1>{messages.say(`link.${kind}.title`)}</h1>
      <p className="lead">
        <bdi>{view.link.title}</bdi>
      </p>
      <p className="state">
        <Icon name="alert" />
        <span>{messages.rich(`link.${kind}.body`, { merchant: view.merchantName })}</span>
      </p>
    </div>
  );
}
