import { WalletPanel } from "@/components/payers/pay/wallet-panel";
import { buildWalletRequest, publicChain } from "@/lib/chains/evm/wallet-request";
import type { PayQuote } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import type { Decimal } from "@/lib/kernel/money/decimal";

type BrowserWalletProps = {
  readonly quote: PayQuote;
  readonly due: Decimal;
  /**
   * Number of payments of the invoice: after one, even a dropped one, the button may be pressed
   * again.
   */
  readonly seen: number;
  readonly messages: Messages;
};

/** Pays with a browser wallet, on the chains that such wallets support. */
export function BrowserWallet({ quote, due, seen, messages }: BrowserWalletProps) {
  const { network, address, contract, decimals } = quote;
  if (network.family !== "evm" || network.chainId === null) return null;
  const request = buildWalletRequest(network.chainId, address, toBaseUnits(due, decimals), contract);
  // A sandbox chain has the id of the real one, whose node must not be used instead.
  const chain = network.isSandbox ? null : publicChain(network.chainId);
  const values = { network: network.name };
  return (
    <WalletPanel
      order={`${quote.id}:${due.toFixed()}:${seen}`}
      task={{
        "data-chain": request.chainId,
        "data-to": request.to,
        "data-value": request.value,
        "data-call": request.data,
        "data-add": chain === null ? undefined : JSON.stringify(chain),
      }}
      sentences={{
        network: messages.say("browser.network", values),
        confirm: messages.say("browser.confirm"),
        sent: messages.say("browser.sent", values),
        refused: messages.say("browser.refused"),
        wrong: messages.say("browser.wrong", values),
        failed: messages.say("browser.failed"),
        changed: messages.say("browser.changed"),
        none: messages.say("browser.none"),
        unloaded: messages.say("browser.unloaded"),
      }}
      button={
        <button type="button" id="wallet" className="button plain">
          {messages.say("browser.pay")}
        </button>
      }
      messages={messages}
    >
      {network.isSandbox ? <small>{messages.say("browser.sandbox", values)}</small> : null}
    </WalletPanel>
  );
}
