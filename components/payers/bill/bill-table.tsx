import type { BillPageView } from "@/lib/fronts/bill-page/load-bill-page";
import type { Messages } from "@/lib/kernel/locales/messages";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { billAmountText } from "@/lib/money-in/bills/totals";

type BillTableProps = { readonly view: BillPageView; readonly messages: Messages };

/** The lines of a bill with their amounts, taxes and totals, and what was paid of it. */
export function BillTable({ view, messages }: BillTableProps) {
  const { bill, totals, paid, due, state } = view;
  const money = (amount: Decimal) => billAmountText(amount, bill.currencyCode, messages);
  return (
    <table className="bill-lines">
      <thead>
        <tr>
          <th scope="col">{messages.say("bill.item")}</th>
          <th scope="col">{messages.say("bill.total")}</th>
        </tr>
      </thead>
      <tbody>
        {bill.lines.map(({ text, quantity, price }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and static markup is never reordered
          <tr key={index}>
            <td>
              <bdi>{text}</bdi>
              <small dir="ltr">
                {messages.digits(quantity)} × {money(price)}
              </small>
            </td>
            <td dir="ltr">{money(totals.lines[index] ?? price)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {bill.taxes.length === 0 ? null : <Row name={messages.say("bill.subtotal")} value={money(totals.subtotal)} />}
        {bill.taxes.map(({ name, percent }, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: taxes may be equal, and static markup is never reordered
            key={index}
            name={`${messages.isolate(name)} (${messages.digits(percent)} %)`}
            value={money(totals.taxes[index] ?? percent)}
          />
        ))}
        <Row name={messages.say("bill.total")} value={money(totals.total)} isStrong />
        {paid.arrived.isZero() ? null : <Row name={messages.say("receipt.paid")} value={money(paid.arrived)} />}
        {paid.arrived.isZero() || state === "cancelled" ? null : (
          <Row name={messages.say("bill.left")} value={money(due)} isStrong />
        )}
      </tfoot>
    </table>
  );
}

type RowProps = { readonly name: string; readonly value: string; readonly isStrong?: boolean };

function Row({ name, value, isStrong = false }: RowProps) {
  return (
    <tr className={isStrong ? "strong" : undefined}>
      <th scope="row">{name}</th>
      <td dir="ltr">{value}</td>
    </tr>
  );
}
