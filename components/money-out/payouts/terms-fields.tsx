import { coinOf, networkOf, type PayoutFormPart } from "@/components/money-out/payouts/amount-fields";
import { FormFields } from "@/components/ui/form-fields";
import { ORDER_ID, WEBHOOK } from "@/components/ui/order-fields";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { moneyText } from "@/lib/kernel/money/format";
import type { PayoutPreview } from "@/lib/money-out/payouts/dashboard-form-schema";
import { RATE_SOURCE_NAMES } from "@/lib/pricing/rates/source-name";
import { FEE_PRIORITIES, type FeePriority } from "@/lib/sending/fees/fee-priority";

const BEARERS = [
  { value: "on-top", label: "Added to the amount" },
  { value: "inside", label: "Deducted from the amount" },
] as const;

const PRIORITY_LABELS: Readonly<Record<FeePriority, string>> = {
  economy: "Economy: cheapest, slowest",
  recommended: "Recommended",
  high: "High",
  highest: "Highest: most expensive, fastest",
};

type Levels = PayoutPreview["levels"];

/** Fee priorities with the cost of each, if known for the current form. */
function prioritiesOf(levels: Levels, currency: string | undefined) {
  return FEE_PRIORITIES.map((value) => {
    const fee = levels.find(({ priority }) => priority === value)?.fee;
    const cost = fee && currency ? `, ${moneyText(fee, currency)}` : "";
    return { value, label: `${PRIORITY_LABELS[value]}${cost}` };
  });
}

const SOURCES = [
  { value: "", label: "Gateway rates" },
  ...RATE_SOURCE_NAMES.map((name) => ({ value: name, label: name })),
] as const;

/** Who pays the fee, the speed, and the rate source for a fiat amount. */
export function TermsFields({ form, wrong, change, options, levels }: PayoutFormPart & { readonly levels: Levels }) {
  const isFiat = options.fiats.some(({ code }) => code === form.currency);
  return (
    <>
      <SelectField
        label="Fee"
        hint={form.isFeeOnTop ? "The exact amount arrives." : "The amount less the fee arrives."}
        error={wrong["isFeeOnTop"]}
        value={form.isFeeOnTop ? "on-top" : "inside"}
        choices={BEARERS}
        onChange={(bearer) => change({ isFeeOnTop: bearer === "on-top" })}
      />
      {networkOf(form, options)?.hasPriority && (
        <SelectField
          label="Speed"
          error={wrong["priority"]}
          value={form.priority || "recommended"}
          choices={prioritiesOf(levels, coinOf(form, options)?.code)}
          onChange={(priority) => change({ priority })}
        />
      )}
      {isFiat && (
        <SelectField
          label="Rate source"
          error={wrong["requestedRateSource"]}
          value={form.requestedRateSource}
          choices={SOURCES}
          onChange={(requestedRateSource) => change({ requestedRateSource })}
        />
      )}
    </>
  );
}

export function DestinationFields({ form, wrong, change, options }: PayoutFormPart) {
  const network = networkOf(form, options);
  return (
    <>
      <TextField
        label="Address"
        kind="address"
        hint="Copy and paste it instead of typing. Transfers to a wrong address can't be undone."
        placeholder={network && `${network.name} address`}
        error={wrong["address"]}
        value={form.address ?? ""}
        onChange={(address) => change({ address })}
      />
      {network?.hasMemo && (
        <TextField
          label="Memo"
          isOptional
          hint="Exchanges may need it to credit the right account."
          error={wrong["memo"]}
          value={form.memo}
          onChange={(memo) => change({ memo })}
        />
      )}
    </>
  );
}

const ORDER = [ORDER_ID, { ...WEBHOOK, hint: "Receives a signed event on each status change." }] as const;

/** The merchant's own references. */
export function OrderFields(part: PayoutFormPart) {
  return <FormFields {...part} fields={ORDER} />;
}
