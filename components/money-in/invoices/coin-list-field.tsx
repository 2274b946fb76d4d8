import type { FormPart } from "@/components/money-in/invoices/form-part";
import { Checkbox } from "@/components/ui/checkbox";
import { SelectField } from "@/components/ui/select-field";
import { isSameCoin } from "@/lib/money-in/accepted-coins/schema";
import type { COIN_RULES, InvoiceOptions, NewInvoiceForm } from "@/lib/money-in/invoices/new-invoice-schema";

const RULES: readonly { readonly value: (typeof COIN_RULES)[number]; readonly label: string }[] = [
  { value: "settings", label: "Accepted coins from the settings" },
  { value: "only", label: "Only selected coins" },
  { value: "except", label: "Accepted coins except selected ones" },
];

type Coin = NewInvoiceForm["coins"][number];

/** The coins that the payer may choose from, if they differ from the settings. */
export function CoinListField({ form, wrong, change, options }: FormPart & { options: InvoiceOptions }) {
  const isTicked = (coin: Coin) => form.coins.some((one) => isSameCoin(one, coin));
  const tick = (coin: Coin, isOn: boolean) => {
    const others = form.coins.filter((one) => !isSameCoin(one, coin));
    change({ coins: isOn ? [...others, coin] : others });
  };
  return (
    <>
      <SelectField
        label="Coins the payer can choose"
        error={wrong["coins"]}
        value={form.coinRule}
        choices={RULES}
        onChange={(coinRule) => change({ coinRule })}
      />
      {form.coinRule !== "settings" && (
        <fieldset className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          <legend className="sr-only">Coins</legend>
          {options.coins.flatMap(({ code, networks }) =>
            networks.map((network) => {
              const coin = { currency: code, network: network.code };
              return (
                <Checkbox
                  key={`${code} ${network.code}`}
                  label={`${code} on ${network.name}`}
                  isChecked={isTicked(coin)}
                  onChange={(isOn) => tick(coin, isOn)}
                />
              );
            }),
          )}
        </fieldset>
      )}
    </>
  );
}
