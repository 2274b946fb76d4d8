import type { PageModel } from "@/components/payers/pay/page-model";
import { refundPath } from "@/components/payers/pay/refund-request/refund-path";
import { WalletPanel } from "@/components/payers/pay/wallet-panel";

type SignPanelProps = {
  readonly model: PageModel;
  readonly requestId: string;
  readonly signing: { readonly signer: string; readonly message: string };
};

/** For the wallet that paid, where it lives in this browser: the text, and the button that has it signed. */
export function SignPanel({ model, requestId, signing }: SignPanelProps) {
  const { view, words, lang } = model;
  const { signer, message } = signing;
  return (
    <>
      <details>
        <summary>{words.say("refund.sent.text")}</summary>
        <pre dir="auto">{message}</pre>
      </details>
      <WalletPanel
        order={requestId}
        task={{ "data-sign": `0x${Buffer.from(message, "utf8").toString("hex")}`, "data-signer": signer }}
        sentences={{
          confirm: words.say("refund.wallet.confirm"),
          signed: words.say("refund.wallet.signed"),
          refused: words.say("refund.wallet.refused"),
          other: words.say("refund.wallet.other", { wallet: signer }),
          failed: words.say("refund.wallet.failed"),
          changed: words.say("refund.wallet.changed"),
          none: words.say("refund.wallet.none"),
          unloaded: words.say("refund.wallet.unloaded"),
        }}
        button={
          <button type="button" id="wallet" className="button">
            {words.say("refund.sent.button")}
          </button>
        }
        words={words}
      />
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
