import { networkOf, type PayoutFormPart } from "@/components/payouts/amount-fields";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { FEE_PRIORITIES } from "@/lib/payouts/fee-priority";
import { RATE_SOURCE_NAMES } from "@/lib/rates/source-name";

const PRIORITY_WORDS: Readonly<Record<string, string>> = {
  economy: "Economy: cheapest, slowest",
  recommended: "Recommended",
  high: "High",
  highest: "Highest: dearest, quickest",
};

/** Who bears the fee, how quick it is to be, and whose rate sizes a fiat amount. */
export function TermsFields({ form, wrong, change, options }: PayoutFormPart) {
  const isFiat = options.fiats.some(({ code }) => code === form.currency);
  return (
    <>
      <Field
        label="The fee"
        hint={form.isFeeOnTop ? "Exactly the amount arrives." : "Less than the amount arrives."}
        error={wrong["isFeeOnTop"]}
      >
        {(control) => (
          <Select
            {...control}
            value={form.isFeeOnTop ? "on-top" : "inside"}
            onChange={(event) => change({ isFeeOnTop: event.target.value === "on-top" })}
          >
            <option value="on-top">is added to the amount</option>
            <option value="inside">is taken out of the amount</option>
          </Select>
        )}
      </Field>
      {networkOf(form, options)?.hasPriority && (
        <Field label="Speed" error={wrong["priority"]}>
          {(control) => (
            <Select
              {...control}
              value={form.priority || "recommended"}
              onChange={({ target: { value } }) =>
                change({ priority: FEE_PRIORITIES.find((priority) => priority === value) ?? "" })
              }
            >
              {FEE_PRIORITIES.map((priority) => (
                <option key={priority} value={priority}>
                  {PRIORITY_WORDS[priority]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {isFiat && (
        <Field label="Rate from" error={wrong["courseSource"]}>
          {(control) => (
            <Select
              {...control}
              value={form.courseSource}
              onChange={({ target: { value } }) =>
                change({ courseSource: RATE_SOURCE_NAMES.find((name) => name === value) ?? "" })
              }
            >
              <option value="">The gateway's own rates</option>
              {RATE_SOURCE_NAMES.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  );
}

/** Where it goes. */
export function DestinationFields({ form, wrong, change, options }: PayoutFormPart) {
  const network = networkOf(form, options);
  return (
    <>
      <Field
        label="Address"
        hint="Copy it, never type it. What was sent to a wrong address cannot be called back."
        error={wrong["address"]}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder={network ? `An address of ${network.name}` : undefined}
            value={form.address ?? ""}
            onChange={(event) => change({ address: event.target.value })}
            className="font-mono"
          />
        )}
      </Field>
      {network?.hasMemo && (
        <Field label="Memo" isOptional hint="An exchange may need it to find whose money it is." error={wrong["memo"]}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={form.memo}
              onChange={(event) => change({ memo: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** Your own words for it. */
export function OrderFields({ form, wrong, change }: PayoutFormPart) {
  return (
    <>
      <Field label="Order id" isOptional hint="Your own name for it. Left empty, one is made." error={wrong["orderId"]}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={form.orderId}
            onChange={(event) => change({ orderId: event.target.value })}
          />
        )}
      </Field>
      <Field label="Webhook address" isOptional hint="Told of every change, signed." error={wrong["urlCallback"]}>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            placeholder="https://"
            value={form.urlCallback}
            onChange={(event) => change({ urlCallback: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
