import { CoinListField } from "@/components/money-in/invoices/coin-list-field";
import type { FormPart } from "@/components/money-in/invoices/form-part";
import { Card } from "@/components/ui/card";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import type { InvoiceOptions, NewInvoiceForm } from "@/lib/money-in/invoices/new-invoice-schema";
import { RATE_SOURCE_NAMES } from "@/lib/pricing/rates/source-name";

const RATE_SOURCES = [
  { value: "", label: "From settings" },
  ...RATE_SOURCE_NAMES.map((name) => ({ value: name, label: name })),
] as const;

const PARTS = {
  name: "isPaymentMultiple",
  kind: "check",
  label: "Allow partial payments",
  hint: "Otherwise the first payment closes the invoice, even if it is too small.",
} as const;

const NAMES = [
  "subtractPercent",
  "accuracyPercent",
  "discountPercent",
  "coins",
  "requestedRateSource",
  "payerEmail",
  "referralCode",
] as const satisfies readonly (keyof NewInvoiceForm)[];

const PAYER: readonly FormField<NewInvoiceForm>[] = [
  {
    name: "payerEmail",
    kind: "email",
    label: "Payer's e-mail",
    isOptional: true,
    hint: "The receipt is sent to this address.",
  },
  {
    name: "referralCode",
    label: "Referral code",
    isOptional: true,
    hint: "The code of the person who referred your shop. Only the first code counts.",
  },
];

/**
 * All other options of the machine API. Collapsed by default: their defaults suit most invoices.
 */
export function MoreOptions({ options, ...part }: FormPart & { options: InvoiceOptions }) {
  const isWrong = NAMES.some((name) => part.wrong[name]);
  return (
    <Card>
      <details open={isWrong || undefined}>
        <summary className="text-title font-semibold tracking-tight">More options</summary>
        <div className="mt-4 flex flex-col gap-4">
          <FormFields {...part} fields={[PARTS]} />
          <div className="grid gap-4 sm:grid-cols-2">
            <FormFields {...part} fields={[...priceFields(part.form, options), ...PAYER]} />
          </div>
          <CoinListField {...part} options={options} />
        </div>
      </details>
    </Card>
  );
}

function priceFields(form: NewInvoiceForm, options: InvoiceOptions): readonly FormField<NewInvoiceForm>[] {
  const isFiat = options.currencies.find(({ code }) => code === form.currency)?.isFiat ?? true;
  const isCoinFixed = !isFiat || form.coin !== "";
  return [
    {
      name: "subtractPercent",
      label: "Payer's share of the commission",
      isOptional: true,
      placeholder: "0",
      hint: "In percent: 100 adds the whole commission to the price.",
    },
    {
      name: "accuracyPercent",
      label: "Accepted underpayment",
      isOptional: true,
      placeholder: "0",
      hint: "In percent, at most 5. The invoice counts as paid, and the amount received is credited.",
    },
    {
      name: "discountPercent",
      label: "Discount",
      isOptional: true,
      placeholder: "0",
      hint: isCoinFixed
        ? "In percent. A negative value is a surcharge."
        : "Only if you fix the coin. If the payer chooses, your coin discounts apply.",
    },
    { name: "requestedRateSource", kind: "choice", label: "Rate source", choices: RATE_SOURCES },
  ];
}
