import { WalletPanel } from "@/components/payers/pay/wallet-panel";
import { buildWalletRequest, publicChain } from "@/lib/chains/evm/wallet-request";
import type { PayQuote } from "@/lib/fronts/payment-page/pay-view";
import type { Words } from "@/lib/kernel/locales/words";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import type { Decimal } from "@/lib/kernel/money/decimal";

type BrowserWalletProps = {
  readonly quote: PayQuote;
  readonly due: Decimal;
  /** Payments that the invoice has seen: after one, also after one that vanished, the button may be pressed again. */
  readonly seen: number;
  readonly words: Words;
};

/** Pays with a wallet that lives in the browser, on the chains that such wallets know. */
export function BrowserWallet({ quote, due, seen, words }: BrowserWalletProps) {
  const { network, address, contract, decimals } = quote;
  if (network.family !== "evm" || network.chainId === null) return null;
  const request = buildWalletRequest(network.chainId, address, toBaseUnits(due, decimals), contract);
  // The number of a sandbox chain is that of the real one, whose node must not be put in its place.
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
        network: words.say("browser.network", values),
        confirm: words.say("browser.confirm"),
        sent: words.say("browser.sent", values),
        refused: words.say("browser.refused"),
        wrong: words.say("browser.wrong", values),
        failed: words.say("browser.failed"),
        changed: words.say("browser.changed"),
        none: words.say("browser.none"),
        unloaded: words.say("browser.unloaded"),
      }}
      button={
        <button type="button" id="wallet" className="button plain">
          {words.say("browser.pay")}
        </button>
      }
      words={words}
    >
      {network.isSandbox ? <small>{words.say("browser.sandbox", values)}</small> : null}
    </WalletPanel>
  );
}
