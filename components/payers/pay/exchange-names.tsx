import { Icon } from "@/components/payers/pay/icons";
import type { PayNetwork } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";
import type { PayExchange } from "@/lib/pricing/exchange-terms/pay-exchange";

type ExchangeNamesProps = {
  readonly coin: string;
  readonly network: PayNetwork;
  /** Null for the network's native coin. */
  readonly contract: string | null;
  readonly exchange: PayExchange | null;
  /** The page has already warned of other networks, so the warning is not repeated. */
  readonly isWarned?: boolean;
  readonly messages: Messages;
};

/**
 * Coin and network by their names at exchanges, and similar names there that are wrong. On TON
 * exchanges also ask for a memo, because they need one themselves: here each payment has its own
 * address.
 */
export function ExchangeNames({ coin, network, contract, exchange, isWarned = false, messages }: ExchangeNamesProps) {
  const standard = contract === null ? null : network.tokenStandard;
  const { names = [], wrongNames = [] } = exchange ?? {};
  const wrong = wrongNames.length === 0 ? null : <NameList names={wrongNames} />;
  return (
    <div className="fact wide">
      <dt>{messages.say("exchange.network.label")}</dt>
      <dd>
        <bdi>
          <b>{coin}</b>
        </bdi>
        {" · "}
        <bdi>
          <b>{network.name}</b>
          {standard === null ? null : (
            <>
              {" "}
              <span className="unbroken">({standard})</span>
            </>
          )}
        </bdi>
        {names.length === 0 ? null : (
          <small>{messages.rich("exchange.network.names", { names: <NameList names={names} /> })}</small>
        )}
        {network.family === "ton" ? <small>{messages.say("exchange.network.memo")}</small> : null}
        {isWarned ? (
          <small>{wrong === null ? null : messages.rich("exchange.network.others", { names: wrong })}</small>
        ) : (
          <small className="caution">
            <Icon name="alert" />
            <span>
              {wrong === null
                ? messages.say("network.warning", { coin, network: network.name })
                : messages.rich("exchange.network.wrong", { coin, names: wrong })}
            </span>
          </small>
        )}
      </dd>
    </div>
  );
}

/** Each name with its own text direction; no language needs a word between them. */
function NameList({ names }: { readonly names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index === 0 ? null : ", "}
      <b dir="ltr">{name}</b>
    </span>
  ));
}
