import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { trimZeros } from "@/components/ui/money";
import { Select } from "@/components/ui/select";
import type { FormPart } from "@/components/ui/use-checked-form";
import { groupDigits } from "@/lib/money/format";
import type { NewPayoutForm, PayoutOptions } from "@/lib/payouts/dashboard-form-schema";

type Coin = PayoutOptions["coins"][number];
export type PayoutFormPart = FormPart<NewPayoutForm> & { readonly options: PayoutOptions };

/** The coin that would be sent; undefined while a fiat amount has none yet. */
export function coinOf(form: NewPayoutForm, options: PayoutOptions): Coin | undefined {
  return options.coins.find(({ code }) => code === (form.coin || form.currency));
}

export function networkOf(form: NewPayoutForm, options: PayoutOptions) {
  return coinOf(form, options)?.networks.find(({ code }) => code === form.network);
}

/** The network to begin with where a coin has just been chosen: its only one, or none. */
function onlyNetworkOf(coin: Coin | undefined): string {
  return coin?.networks.length === 1 ? (coin.networks[0]?.code ?? "") : "";
}

/** How much, in what. */
export function AmountFields({ form, wrong, change, options }: PayoutFormPart) {
  const chooseCurrency = (currency: string) => {
    const coin = options.coins.find(({ code }) => code === currency);
    change({ currency, coin: "", network: onlyNetworkOf(coin), fromCurrency: "", memo: "", courseSource: "" });
  };
  return (
    <>
      <Field label="Amount" error={wrong["amount"]} hint={limitsWords(form, options)}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            placeholder="25.00"
            value={form.amount}
            onChange={(event) => change({ amount: event.target.value })}
            className="tabular-nums"
          />
        )}
      </Field>
      <Field label="Currency" hint="A coin, or money that is turned into one." error={wrong["currency"]}>
        {(control) => (
          <Select {...control} value={form.currency} onChange={(event) => chooseCurrency(event.target.value)}>
            <optgroup label="Coins">
              {options.coins.map(({ code, name }) => (
                <option key={code} value={code}>
                  {code} · {name}
                </option>
              ))}
            </optgroup>
            <optgroup label="Money">
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

function limitsWords(form: NewPayoutForm, options: PayoutOptions): string | undefined {
  const network = networkOf(form, options);
  const coin = coinOf(form, options);
  if (!network || !coin) return undefined;
  return `From ${shown(network.minimum)} to ${shown(network.maximum)} ${coin.code}.`;
}

function shown(amount: string): string {
  return groupDigits(trimZeros(amount));
}

/** Which coin leaves, by which network, from which balance. */
export function RouteFields(part: PayoutFormPart) {
  const { form, wrong, change, options } = part;
  const isFiat = options.fiats.some(({ code }) => code === form.currency);
  const coin = coinOf(form, options);
  return (
    <>
      {isFiat && (
        <Field label="Sent as" error={wrong["coin"]}>
          {(control) => (
            <Select
              {...control}
              value={form.coin}
              onChange={({ target: { value } }) =>
                change({
                  coin: value,
                  network: onlyNetworkOf(options.coins.find(({ code }) => code === value)),
                  fromCurrency: "",
                })
              }
            >
              <option value="">Choose a coin</option>
              {options.coins.map(({ code, name }) => (
                <option key={code} value={code}>
                  {code} · {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {coin && <NetworkField {...part} coin={coin} />}
      {coin && coin.code !== options.convertFrom.code && <BalanceField {...part} coin={coin} />}
    </>
  );
}

function NetworkField({ form, wrong, change, coin }: PayoutFormPart & { coin: Coin }) {
  return (
    <Field label="Network" hint="The one that the receiver expects it on." error={wrong["network"]}>
      {(control) => (
        <Select
          {...control}
          value={form.network}
          onChange={(event) => change({ network: event.target.value, memo: "", priority: "" })}
        >
          <option value="">Choose a network</option>
          {coin.networks.map(({ code, name, isReady }) => (
            <option key={code} value={code}>
              {isReady ? name : `${name} (not right now)`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function BalanceField({ form, wrong, change, options, coin }: PayoutFormPart & { coin: Coin }) {
  const { convertFrom } = options;
  return (
    <Field label="Paid from" error={wrong["fromCurrency"]}>
      {(control) => (
        <Select
          {...control}
          value={form.fromCurrency}
          onChange={(event) => change({ fromCurrency: event.target.value })}
        >
          <option value="">
            {coin.code} balance, {shown(coin.balance)}
          </option>
          <option value={convertFrom.code}>
            {convertFrom.code} balance, {shown(convertFrom.balance)}, converted
          </option>
        </Select>
      )}
    </Field>
  );
}
