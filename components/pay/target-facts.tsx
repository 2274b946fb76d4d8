import { CopyButton } from "@/components/pay/copy-button";
import { addressGroups } from "@/components/pay/format";
import { Icon } from "@/components/pay/icons";
import { say } from "@/components/pay/say";
import type { PayNetwork } from "@/lib/invoices/pay-view";

const TAIL_LENGTH = 4;

/** Groups are set apart by margins, not by blanks: what is selected or copied is the address itself. */
export function AddressFact({ address }: { readonly address: string }) {
  const groups = addressGroups(address);
  return (
    <div className="fact wide">
      <dt>{say("address.label")}</dt>
      <dd>
        <code className="address whole">
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups may be equal, and static markup is never reordered
            <span key={index} className={index === 0 || index === groups.length - 1 ? "end" : undefined}>
              {group}
            </span>
          ))}
        </code>
        <small>{say("address.check")}</small>
      </dd>
      <dd className="act">
        <CopyButton
          what="address"
          value={address}
          said={say("copied.address", { tail: address.slice(-TAIL_LENGTH) })}
        />
      </dd>
    </div>
  );
}

type NetworkFactProps = {
  readonly coin: string;
  readonly network: PayNetwork;
  /** Null for the network's own coin. */
  readonly contract: string | null;
};

/** The network by its name and what wallets call its tokens, and the one warning. */
export function NetworkFact({ coin, network, contract }: NetworkFactProps) {
  const standard = contract === null ? null : network.tokenStandard;
  return (
    <div className="fact wide">
      <dt>{say("network.label")}</dt>
      <dd>
        <b>{network.name}</b>
        {standard === null ? null : ` (${standard})`}
        <small className="caution">
          <Icon name="alert" />
          <span>{say("network.warning", { coin, network: network.name })}</span>
        </small>
      </dd>
    </div>
  );
}
