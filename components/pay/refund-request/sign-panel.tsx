import type { PageModel } from "@/components/pay/page-model";
import { refundPath } from "@/components/pay/refund-request/refund-path";
import { WALLET_SCRIPT_PATH } from "@/components/pay/wallet-script";

type SignPanelProps = {
  readonly model: PageModel;
  readonly requestId: string;
  readonly signing: { readonly signer: string; readonly message: string };
};

/**
 * For the wallet that paid, where it lives in this browser (EIP-1193): the text, and the button that has it signed. The script of the
 * browser wallet does it, loaded when it is pressed; all that it says and sends stands in this markup.
 */
export function SignPanel({ model, requestId, signing }: SignPanelProps) {
  const { view, words, lang } = model;
  const { signer, message } = signing;
  return (
    <>
      <details>
        <summary>{words.say("refund.sent.text")}</summary>
        <pre dir="auto">{message}</pre>
      </details>
      <div
        className="browser-wallet"
        data-wallet={WALLET_SCRIPT_PATH}
        data-key={requestId}
        data-sign={`0x${Buffer.from(message, "utf8").toString("hex")}`}
        data-signer={signer}
        data-which={words.say("browser.which")}
        data-connect={words.say("browser.connect")}
        data-confirm={words.say("refund.wallet.confirm")}
        data-signed={words.say("refund.wallet.signed")}
        data-refused={words.say("refund.wallet.refused")}
        data-other={words.say("refund.wallet.other", { wallet: signer })}
        data-busy={words.say("browser.busy")}
        data-failed={words.say("refund.wallet.failed")}
        data-changed={words.say("refund.wallet.changed")}
        data-none={words.say("refund.wallet.none")}
        data-unloaded={words.say("refund.wallet.unloaded")}
      >
        <button type="button" id="wallet" className="button">
          {words.say("refund.sent.button")}
        </button>
        <div className="wallets" />
        <p />
      </div>
      <form id="sign" method="post" action={refundPath(view.uuid, "/refund/sign", { lang })} hidden={true}>
        <input type="hidden" name="request" value={requestId} />
        <input type="hidden" name="signature" value="" />
      </form>
      <noscript>
        <p className="quiet">{words.say("refund.sent.script")}</p>
      </noscript>
    </>
  );
}
