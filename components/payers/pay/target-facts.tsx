import { CopyButton } from "@/components/payers/pay/copy-button";
import { addressGroups } from "@/components/payers/pay/format";
import { Icon } from "@/components/payers/pay/icons";
import type { PayNetwork } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";

const TAIL_LENGTH = 4;

/**
 * Groups are separated by margins, not by spaces: selected or copied text is the address itself.
 */
export function AddressFact({ address, messages }: { readonly address: string; readonly messages: Messages }) {
  const groups = addressGroups(address);
  return (
    <div className="fact wide">
      <dt>{messages.say("address.label")}</dt>
      <dd>
        <code className="address whole" dir="ltr">
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups may be equal, and static markup is never reordered
            <span key={index} className={index === 0 || index === groups.length - 1 ? "end" : undefined}>
              {group}
            </span>
          ))}
        </code>
        <small>{messages.say("address.check")}</small>
      </dd>
      <dd className="act">
        <CopyButton
          what="address"
          value={address}
          said={messages.say("copied.address", { tail: address.slice(-TAIL_LENGTH) })}
          messages={messages}
        />
      </dd>
    </div>
  );
}

type NetworkFactProps = {
  readonly coin: string;
  readonly network: PayNetwork;
  /** Null for the network's native coin. */
  readonly contract: string | null;
  readonly messages: Messages;
};

/** The network's name, the standard as wallets call it, and the warning about other networks. */
export function NetworkFact({ coin, network, contract, messages }: NetworkFactProps) {
  const standard = contract === null ? null : network.tokenStandard;
  return (
    <div className="fact wide">
      <dt>{messages.say("network.label")}</dt>
      <dd>
        <bdi>
          <b>{network.name}</b>
          {standard === null ? null : (
            <>
              {" "}
              <span className="unbroken">({standard})</span>
            </>
          )}
        </bdi>
        <small className="caution">
          <Icon name="alert" />
          <span>{messages.say("network.warning", { coin, network: network.name })}</span>
        </small>
      </dd>
    </div>
  );
}
