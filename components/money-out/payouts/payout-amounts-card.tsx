import { Card } from "@/components/ui/card";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { rateText } from "@/components/ui/short-rate";
import { moneyText } from "@/lib/kernel/money/format";
import type { PayoutConversionView, PayoutDetailView } from "@/lib/money-out/payouts/dashboard-schema";

/**
 * The full calculation: requested amount, fees, amount received, and amount taken from the balance.
 */
export function PayoutAmountsCard({ payout }: { payout: PayoutDetailView }) {
  const { conversion, currency, fromCurrency, status } = payout;
  const isBack = status === "cancel" || status === "fail" || status === "system_fail";
  const items: (Definition | null)[] = [
    {
      term: isBack ? "Amount to arrive" : status === "paid" ? "Arrived" : "Arrives",
      value: <Money amount={payout.sentAmount} currency={currency} size="large" />,
      note: `on ${payout.networkName}`,
    },
    {
      term: "Amount",
      value: <Money amount={payout.askedAmount} currency={payout.askedCurrency} />,
      note: payout.isSubtract ? "fee added" : "fee deducted",
    },
    {
      term: "Fee",
      value: <Money amount={payout.commission} currency={currency} />,
      note: payout.priority && `${payout.priority} priority`,
    },
    conversion && conversionItem(conversion),
    {
      term: "From your balance",
      value: <Money amount={payout.debitedAmount} currency={fromCurrency} size="large" />,
      note: isBack
        ? "returned in full"
        : `all fees included; balance afterwards ${moneyText(payout.balanceAfter, fromCurrency)}`,
    },
  ];
  return (
    <Card title="Amounts">
      <DefinitionList items={items.filter((item) => item !== null)} />
    </Card>
  );
}

function conversionItem(conversion: PayoutConversionView): Definition {
  const { fromAmount, fromCurrency, toAmount, toCurrency, fee, rate, rateSource, rateAt } = conversion;
  return {
    term: "Converted",
    value: (
      <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
        <Money amount={fromAmount} currency={fromCurrency} /> to <Money amount={toAmount} currency={toCurrency} />
      </span>
    ),
    note: (
      <>
        {rateText(fromCurrency, rate, toCurrency)} less {moneyText(fee, toCurrency)} for the conversion; {rateSource},{" "}
        <Moment at={rateAt} />
      </>
    ),
  };
}
