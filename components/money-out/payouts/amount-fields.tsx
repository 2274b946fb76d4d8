import { availableOf, maximumOf } from "@/components/money-out/payouts/payout-max";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { FormPart } from "@/components/ui/use-checked-form";
import { groupDigits, moneyText, trimZeros } from "@/lib/kernel/money/format";
import type { NewPayoutForm, PayoutOptions } from "@/lib/money-out/payouts/dashboard-form-schema";

type Coin = PayoutOptions["coins"][number];
export type PayoutFormPart = FormPart<NewPayoutForm> & { readonly options: PayoutOptions };

/** Returns the coin to send; undefined while a fiat amount has none yet. */
export function coinOf(form: NewPayoutForm, options: PayoutOptions): Coin | undefined {
  return options.coins.find(({ code }) => code === (form.coin || form.currency));
}

export function networkOf(form: NewPayoutForm, options: PayoutOptions) {
  return coinOf(form, options)?.networks.find(({ code }) => code === form.network);
}

/** Returns the initial network for a newly chosen coin: its only one, or none. */
function onlyNetworkOf(coin: Coin | undefined): string {
  return coin?.networks.length === 1 ? (coin.networks[0]?.code ?? "") : "";
}

/** Amount and currency. */
export function AmountFields({ form, wrong, change, options }: PayoutFormPart) {
  const [available, maximum] = [availableOf(form, options), maximumOf(form, options)];
  const chooseCurrency = (currency: string) => {
    const coin = options.coins.find(({ code }) => code === currency);
    change({ currency, coin: "", network: onlyNetworkOf(coin), fromCurrency: "", memo: "", requestedRateSource: "" });
  };
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <TextField
          label="Amount"
          kind="amount"
          placeholder="25.00"
          hint={limitsText(form, options)}
          error={wrong["amount"]}
          value={form.amount}
          onChange={(amount) => change({ amount })}
        />
        {available && (
          <p className="flex flex-wrap items-center gap-2 text-small text-ink-soft tabular-nums">
            Available: {moneyText(available.amount, available.currency)}
            {maximum && (
              <Button size="small" title="Deduct fee from amount" onClick={() => change(maximum)}>
                Max
              </Button>
            )}
          </p>
        )}
      </div>
      <Field label="Currency" hint="A coin, or fiat converted to one." error={wrong["currency"]}>
        {(control) => (
          <Select {...control} value={form.currency} onChange={(event) => chooseCurrency(event.target.value)}>
            <optgroup label="Coins">
              {options.coins.map(({ code, name }) => (
                <option key={code} value={code}>
                  {code} · {name}
                </option>
              ))}
            </optgroup>
            <optgroup label="Fiat">
              {options.fiats.map(({ code, name }) => (
                <option key={code} value={code}>
                  {code} · {name}
                </option>
              ))}
            </optgroup>
          </Select>
        )}
      </Field>
    </>
  );
}

function limitsText(form: NewPayoutForm, options: PayoutOptions): string | undefined {
  const network = networkOf(form, options);
  const coin = coinOf(form, options);
  if (!network || !coin) return undefined;
  return `From ${shown(network.minimum)} to ${moneyText(network.maximum, coin.code)}.`;
}

function shown(amount: string): string {
  return groupDigits(trimZeros(amount));
}

/** The coin to send, its network and the paying balance. */
export function RouteFields(part: PayoutFormPart) {
  const { form, wrong, change, options } = part;
  const isFiat = options.fiats.some(({ code }) => code === form.currency);
  const coin = coinOf(form, options);
  return (
    <>
      {isFiat && (
        <SelectField
          label="Sent as"
          error={wrong["coin"]}
          value={form.coin}
          choices={[
            { value: "", label: "Choose a coin" },
            ...options.coins.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
          ]}
          onChange={(chosen) => {
            const network = onlyNetworkOf(options.coins.find(({ code }) => code === chosen));
            change({ coin: chosen, network, fromCurrency: "" });
          }}
        />
      )}
      {coin && <NetworkField {...part} coin={coin} />}
      {coin && coin.code !== options.convertFrom.code && <BalanceField {...part} coin={coin} />}
    </>
  );
}

function NetworkField({ form, wrong, change, coin }: PayoutFormPart & { coin: Coin }) {
  const networks = coin.networks.map(({ code, name, isReady }) => {
    return { value: code, label: isReady ? name : `${name} (unavailable)` };
  });
  return (
    <SelectField
      label="Network"
      hint="The network the recipient expects."
      error={wrong["network"]}
      value={form.network}
      choices={[{ value: "", label: "Choose a network" }, ...networks]}
      onChange={(network) => change({ network, memo: "", priority: "" })}
    />
  );
}

function BalanceField({ form, wrong, change, options, coin }: PayoutFormPart & { coin: Coin }) {
  const { convertFrom } = options;
  return (
    <SelectField
      label="Paid from"
      error={wrong["fromCurrency"]}
      value={form.fromCurrency}
      choices={[
        { value: "", label: `${coin.code} balance, ${shown(coin.balance)}` },
        { value: convertFrom.code, label: `${convertFrom.code} balance, ${shown(convertFrom.balance)}, converted` },
      ]}
      onChange={(fromCurrency) => change({ fromCurrency })}
    />
  );
}
