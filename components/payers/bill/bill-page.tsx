import type { BillPageModel } from "@/components/payers/bill/bill-page-model";
import { billPath } from "@/components/payers/bill/bill-path";
import { BillTable } from "@/components/payers/bill/bill-table";
import { Icon } from "@/components/payers/pay/icons";
import { PageFooter } from "@/components/payers/pay/page-footer";
import { PrintButton } from "@/components/payers/pay/receipt";
import { ShopName } from "@/components/payers/pay/shop-name";
import { billAmountText } from "@/lib/money-in/bills/totals";

/** The page of a bill, to read, print and pay. A plain form: it needs no script. */
export function BillPage(model: BillPageModel) {
  const { view, error, messages } = model;
  const { bill } = view;
  return (
    <div className="page alone bill">
      <header className="order">
        <ShopName name={view.merchantName} logo={view.brand.logo} />
      </header>
      <main>
        <div className="card refund offer">
          <Headline {...model} />
          {error === null ? null : (
            <p className="wrong" role="alert">
              {error}
            </p>
          )}
          <PayForm {...model} />
          <Facts {...model} />
          <BillTable view={view} messages={messages} />
          {bill.note === "" ? null : (
            <p className="lines">
              <bdi>{bill.note}</bdi>
            </p>
          )}
          <PrintButton messages={messages} />
        </div>
      </main>
      <div className="noprint">
        <PageFooter view={view} messages={messages} />
      </div>
    </div>
  );
}

const TONES = { draft: "", sent: "", overdue: "waiting", paid: "good", cancelled: "wrong" } as const;

function Headline({ view, messages }: BillPageModel) {
  const { bill, state, due } = view;
  const date = messages.day(bill.dueDate);
  return (
    <div className={`headline ${TONES[state]}`}>
      <h1>{messages.rich("bill.title", { number: <span dir="ltr">{bill.number}</span> })}</h1>
      {state === "sent" || state === "overdue" ? (
        <p className="lead">
          {messages.say("bill.left")}: <b dir="ltr">{billAmountText(due, bill.currencyCode, messages)}</b>
        </p>
      ) : null}
      {state === "overdue" ? (
        <p className="state">
          <Icon name="alert" />
          <span>{messages.say("bill.overdue", { date })}</span>
        </p>
      ) : null}
      {state === "paid" ? (
        <p className="state">
          <Icon name="check" />
          <span>{messages.say("paid.title")}</span>
        </p>
      ) : null}
      {state === "cancelled" ? (
        <p className="state">
          <Icon name="alert" />
          <span>{messages.rich("bill.cancelled", { merchant: view.merchantName })}</span>
        </p>
      ) : null}
    </div>
  );
}

/** Makes a payment of what is due, or leads back to the one that is open. */
function PayForm({ view, formKey, messages, lang }: BillPageModel) {
  const { bill, state, paid, due, isPayable } = view;
  if (state !== "sent" && state !== "overdue") return null;
  if (!isPayable) return <p className="wrong">{messages.rich("refusal.shop", {})}</p>;
  const amount = billAmountText(due, bill.currencyCode, messages);
  return (
    <form method="post" action={billPath(bill.secret, lang)} className="noprint">
      <input type="hidden" name="key" value={formKey} />
      <button type="submit" className="button">
        {paid.openId === null ? messages.say("bill.pay", { amount }) : messages.say("receipt.close")}
      </button>
    </form>
  );
}

function Facts({ view, messages }: BillPageModel) {
  const { customerName, customerAddress, issueDate, dueDate } = view.bill;
  return (
    <div className="receipt">
      <dl>
        <div>
          <dt>{messages.say("bill.for")}</dt>
          <dd className="lines">
            <bdi>{[customerName, customerAddress].filter((text) => text !== "").join("\n")}</bdi>
          </dd>
        </div>
        <div>
          <dt>{messages.say("receipt.date")}</dt>
          <dd>{messages.day(issueDate)}</dd>
        </div>
        <div>
          <dt>{messages.say("bill.due")}</dt>
          <dd>{messages.day(dueDate)}</dd>
        </div>
      </dl>
    </div>
  );
}
