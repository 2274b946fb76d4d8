import { WALLET_SCRIPT_PATH } from "@/components/pay/wallet-script";
import { publicChain } from "@/lib/chains/evm/public-chains";
import { buildWalletRequest } from "@/lib/chains/evm/wallet-request";
import type { PayQuote } from "@/lib/invoices/pay-view";
import type { Words } from "@/lib/locales/words";
import { toBaseUnits } from "@/lib/money/base-units";
import type { Decimal } from "@/lib/money/decimal";

type BrowserWalletProps = {
  readonly quote: PayQuote;
  readonly due: Decimal;
  /** Payments that the invoice has seen: after one, also after one that vanished, the button may be pressed anew. */
  readonly seen: number;
  readonly words: Words;
};

/**
 * For wallets that live in the browser (EIP-1193). Everything that the script says or sends stands in this markup. Without the
 * script, and where no wallet is at hand, it stays hidden.
 */
export function BrowserWallet({ quote, due, seen, words }: BrowserWalletProps) {
  const { network, address, contract, decimals } = quote;
  if (network.family !== "evm" || network.chainId === null) return null;
  const request = buildWalletRequest(network.chainId, address, toBaseUnits(due, decimals), contract);
  // The number of a sandbox chain is that of the real one, whose node must not be put in its place.
  const chain = network.isSandbox ? null : publicChain(network.chainId);
  const values = { network: network.name };
  return (
    <div
      className="browser-wallet"
      data-wallet={WALLET_SCRIPT_PATH}
      data-key={`${quote.id}:${due.toFixed()}:${seen}`}
      data-chain={request.chainId}
      data-to={request.to}
      data-value={request.value}
      data-call={request.data}
      data-add={chain === null ? undefined : JSON.stringify(chain)}
      data-which={words.say("browser.which")}
      data-connect={words.say("browser.connect")}
      data-network={words.say("browser.network", values)}
      data-confirm={words.say("browser.confirm")}
      data-sent={words.say("browser.sent", values)}
      data-refused={words.say("browser.refused")}
      data-wrong={words.say("browser.wrong", values)}
      data-busy={words.say("browser.busy")}
      data-failed={words.say("browser.failed")}
      data-changed={words.say("browser.changed")}
      data-none={words.say("browser.none")}
      data-unloaded={words.say("browser.unloaded")}
    >
      <button type="button" id="wallet" className="button plain">
        {words.say("browser.pay")}
      </button>
      <p />
      <div className="wallets" />
      {network.isSandbox ? <small>{words.say("browser.sandbox", values)}</small> : null}
    </div>
  );
}
