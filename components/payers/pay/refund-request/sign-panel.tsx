import type { PageModel } from "@/components/payers/pay/page-model";
import { refundPath } from "@/components/payers/pay/refund-request/refund-path";
import { WalletPanel } from "@/components/payers/pay/wallet-panel";

type SignPanelProps = {
  readonly model: PageModel;
  readonly requestId: string;
  readonly signing: { readonly signer: string; readonly message: string };
};

/** For the wallet that paid, if it is a browser wallet: the text, and the button that signs it. */
export function SignPanel({ model, requestId, signing }: SignPanelProps) {
  const { view, messages, lang } = model;
  const { signer, message } = signing;
  return (
    <>
      <details>
        <summary>{messages.say("refund.sent.text")}</summary>
        <pre dir="auto">{message}</pre>
      </details>
      <WalletPanel
        order={requestId}
        task={{ "data-sign": `0x${Buffer.from(message, "utf8").toString("hex")}`, "data-signer": signer }}
        sentences={{
          confirm: messages.say("refund.wallet.confirm"),
          signed: messages.say("refund.wallet.signed"),
          refused: messages.say("refund.wallet.refused"),
          other: messages.say("refund.wallet.other", { wallet: signer }),
          failed: messages.say("refund.wallet.failed"),
          changed: messages.say("refund.wallet.changed"),
          none: messages.say("refund.wallet.none"),
          unloaded: messages.say("refund.wallet.unloaded"),
        }}
        button={
          <button type="button" id="wallet" className="button">
            {messages.say("refund.sent.button")}
          </button>
        }
        messages={messages}
      />
      <form id="sign" method="post" action={refundPath(view.uuid, "/refund/sign", { lang })} hidden={true}>
        <input type="hidden" name="request" value={requestId} />
        <input type="hidden" name="signature" value="" />
      </form>
      <noscript>
        <p className="quiet">{messages.say("refund.sent.script")}</p>
      </noscript>
    </>
  );
}
