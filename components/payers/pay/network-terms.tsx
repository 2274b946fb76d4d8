import { roughly } from "@/components/payers/pay/format";
import type { PayChoice, PayNetworkFee } from "@/lib/fronts/payment-page/pay-view";
import type { Words } from "@/lib/kernel/locales/words";
import { decimal } from "@/lib/kernel/money/decimal";

type NetworkTermsProps = {
  readonly choice: PayChoice;
  readonly isFromExchange: boolean;
  readonly words: Words;
};

/** What a network costs the payer beside the amount, and how long it takes. From an exchange it is the exchange that says both. */
export function NetworkTerms({ choice, isFromExchange, words }: NetworkTermsProps) {
  const { isCurrent, secondsToFinal, networkFee } = choice;
  const time = words.say("choose.time", { time: words.duration(secondsToFinal) });
  return (
    <>
      <small>{isCurrent ? words.say("choose.current") : time}</small>
      {isFromExchange ? <ExchangeText choice={choice} words={words} /> : null}
      {isFromExchange || networkFee === null ? null : <small className="fee">{feeText(networkFee, words)}</small>}
    </>
  );
}

function ExchangeText({ choice, words }: Pick<NetworkTermsProps, "choice" | "words">) {
  const { exchange, currency, payerAmount } = choice;
  if (exchange === null) return null;
  const values = { fee: words.coin(exchange.fee, currency), minimum: words.coin(exchange.minimum, currency) };
  const isBelow = payerAmount.lt(exchange.minimum);
  return (
    <small className={isBelow ? "caution" : "fee"}>
      {words.say(isBelow ? "choose.below" : "choose.exchange", values)}
    </small>
  );
}

/** `fee about 0.08 USD (0.000041 ETH)`; what is worth less than a cent says no more than that. */
function feeText({ amount, currency, worth, worthCurrency }: PayNetworkFee, words: Words): string {
  const coin = words.coin(roughly(amount), currency);
  if (worth === null) return words.say("choose.cost", { amount: coin });
  const cent = decimal("0.01");
  if (worth.lt(cent)) return words.say("choose.tiny", { price: words.fiat(cent, worthCurrency) });
  return words.say("choose.fee", { price: words.fiat(worth, worthCurrency), amount: coin });
}
