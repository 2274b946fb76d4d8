import type { FormPart } from "@/components/money-in/invoices/form-part";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { SelectField } from "@/components/ui/select-field";
import type { InvoiceOptions } from "@/lib/money-in/invoices/new-invoice-schema";

const PAYER_CHOOSES = { value: "", label: "Payer chooses" };

/** Coin and network; by default the payer chooses them on the payment page. */
export function CoinFields({ form, wrong, change, options }: FormPart & { options: InvoiceOptions }) {
  const isFiat = options.currencies.find((currency) => currency.code === form.currency)?.isFiat ?? true;
  const coin = options.coins.find(({ code }) => code === (isFiat ? form.coin : form.currency));
  const onlyNetwork = coin?.networks.length === 1 ? coin.networks[0] : undefined;
  return (
    <>
      {isFiat && (
        <SelectField
          label="Paid with"
          error={wrong["coin"]}
          hint={options.coins.length === 0 ? "No network is available." : undefined}
          value={form.coin}
          choices={[
            PAYER_CHOOSES,
            ...options.coins.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
          ]}
          onChange={(code) => change({ coin: code, network: "" })}
        />
      )}
      {coin && (
        <Field label="Network" error={wrong["network"]}>
          {(control) => (
            <Select
              {...control}
              value={onlyNetwork?.code ?? form.network}
              disabled={onlyNetwork !== undefined}
              onChange={(event) => change({ network: event.target.value })}
            >
              {onlyNetwork === undefined && <option value="">{PAYER_CHOOSES.label}</option>}
              {coin.networks.map(({ code, name }) => (
                <option key={code} value={code}>
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
