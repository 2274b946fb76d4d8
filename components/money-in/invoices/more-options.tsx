import { CoinListField } from "@/components/money-in/invoices/coin-list-field";
import type { FormPart } from "@/components/money-in/invoices/form-part";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { InvoiceOptions, NewInvoiceForm } from "@/lib/money-in/invoices/new-invoice-schema";
import { RATE_SOURCE_NAMES } from "@/lib/pricing/rates/source-name";

const RATE_SOURCES = [
  { value: "", label: "From settings" },
  ...RATE_SOURCE_NAMES.map((name) => ({ value: name, label: name })),
] as const;

const NAMES = [
  "subtractPercent",
  "accuracyPercent",
  "discountPercent",
  "coins",
  "courseSource",
  "payerEmail",
  "referralCode",
] as const satisfies readonly (keyof NewInvoiceForm)[];

/** Everything else that the machine API offers. Closed until wanted: each has a default that suits most invoices. */
export function MoreOptions({ form, wrong, change, options }: FormPart & { options: InvoiceOptions }) {
  const isWrong = NAMES.some((name) => wrong[name]);
  return (
    <Card>
      <details open={isWrong || undefined}>
        <summary className="text-title font-semibold tracking-tight">More options</summary>
        <div className="mt-4 flex flex-col gap-4">
          <Checkbox
            label="Allow partial payments"
            hint="Otherwise the first payment closes the invoice, even if it is too small."
            isChecked={form.isPaymentMultiple}
            onChange={(isPaymentMultiple) => change({ isPaymentMultiple })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <PriceFields form={form} wrong={wrong} change={change} options={options} />
            <PayerFields form={form} wrong={wrong} change={change} />
          </div>
          <CoinListField form={form} wrong={wrong} change={change} options={options} />
        </div>
      </details>
    </Card>
  );
}

function PriceFields({ form, wrong, change, options }: FormPart & { options: InvoiceOptions }) {
  const isFiat = options.currencies.find(({ code }) => code === form.currency)?.isFiat ?? true;
  const isCoinFixed = !isFiat || form.coin !== "";
  return (
    <>
      <TextField
        label="Payer's share of the commission"
        isOptional
        placeholder="0"
        hint="In percent: 100 adds the whole commission to the price."
        error={wrong["subtractPercent"]}
        value={form.subtractPercent}
        onChange={(subtractPercent) => change({ subtractPercent })}
      />
      <TextField
        label="Accepted underpayment"
        isOptional
        placeholder="0"
        hint="In percent, at most 5. The invoice counts as paid, and the amount received is credited."
        error={wrong["accuracyPercent"]}
        value={form.accuracyPercent}
        onChange={(accuracyPercent) => change({ accuracyPercent })}
      />
      <TextField
        label="Discount"
        isOptional
        placeholder="0"
        hint={
          isCoinFixed
            ? "In percent. A negative value is a surcharge."
            : "Only if you fix the coin. If the payer chooses, your coin discounts apply."
        }
        error={wrong["discountPercent"]}
        value={form.discountPercent}
        onChange={(discountPercent) => change({ discountPercent })}
      />
      <SelectField
        label="Rate source"
        error={wrong["courseSource"]}
        value={form.courseSource}
        choices={RATE_SOURCES}
        onChange={(courseSource) => change({ courseSource })}
      />
    </>
  );
}

function PayerFields({ form, wrong, change }: FormPart) {
  return (
    <>
      <TextField
        label="Payer's e-mail"
        kind="email"
        isOptional
        hint="The receipt is sent to this address."
        error={wrong["payerEmail"]}
        value={form.payerEmail}
        onChange={(payerEmail) => change({ payerEmail })}
      />
      <TextField
        label="Referral code"
        isOptional
        hint="The code of the person who referred your shop. Only the first code counts."
        error={wrong["referralCode"]}
        value={form.referralCode}
        onChange={(referralCode) => change({ referralCode })}
      />
    </>
  );
}
