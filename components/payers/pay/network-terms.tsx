import { roughly } from "@/components/payers/pay/format";
import type { PayChoice, PayNetworkFee } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";
import { decimal } from "@/lib/kernel/money/decimal";

type NetworkTermsProps = {
  readonly choice: PayChoice;
  readonly isFromExchange: boolean;
  readonly messages: Messages;
};

/**
 * The network's fee for the payer, and its usual time. For exchange payers the exchange decides
 * both.
 */
export function NetworkTerms({ choice, isFromExchange, messages }: NetworkTermsProps) {
  const { isCurrent, secondsToFinal, networkFee } = choice;
  const time = messages.say("choose.time", { time: messages.duration(secondsToFinal) });
  return (
    <>
      <small>{isCurrent ? messages.say("choose.current") : time}</small>
      {isFromExchange ? <ExchangeText choice={choice} messages={messages} /> : null}
      {isFromExchange || networkFee === null ? null : <small className="fee">{feeText(networkFee, messages)}</small>}
    </>
  );
}

function ExchangeText({ choice, messages }: Pick<NetworkTermsProps, "choice" | "messages">) {
  const { exchange, currency, payerAmount } = choice;
  if (exchange === null) return null;
  const values = { fee: messages.coin(exchange.fee, currency), minimum: messages.coin(exchange.minimum, currency) };
  const isBelow = payerAmount.lt(exchange.minimum);
  return (
    <small className={isBelow ? "caution" : "fee"}>
      {messages.say(isBelow ? "choose.below" : "choose.exchange", values)}
    </small>
  );
}

/** `fee about 0.08 USD (0.000041 ETH)`; below one cent it only says so. */
function feeText({ amount, currency, worth, worthCurrency }: PayNetworkFee, messages: Messages): string {
  const coin = messages.coin(roughly(amount), currency);
  if (worth === null) return messages.say("choose.cost", { amount: coin });
  const cent = decimal("0.01");
  if (worth.lt(cent)) return messages.say("choose.tiny", { price: messages.fiat(cent, worthCurrency) });
  return messages.say("choose.fee", { price: messages.fiat(worth, worthCurrency), amount: coin });
}
