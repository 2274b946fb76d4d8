import { Icon } from "@/components/payers/pay/icons";
import type { Messages } from "@/lib/kernel/locales/messages";

/**
 * An unknown link, of an invoice or of a wallet; too many requests from one address; a gateway that
 * cannot load the page.
 */
export type MessageKind = "missing" | "no-wallet" | "too-many" | "trouble";

type MessagePageProps = { readonly kind: MessageKind; readonly messages: Messages };

/** Shown if there is nothing else to show. */
export function MessagePage({ kind, messages }: MessagePageProps) {
  return (
    <div className="page alone">
      <main>
        <div className="card">
          <div className={kind === "trouble" ? "headline wrong" : "headline waiting"}>
            <h1>{messages.say(`${kind}.title`)}</h1>
            <p className="state">
              <Icon name="alert" />
              <span>{messages.say(`${kind}.body`)}</span>
            </p>
            {kind === "trouble" || kind === "too-many" ? (
              // biome-ignore lint/a11y/useValidAnchor: an empty address is the page's own, its language and frame included
              <a className="button plain" href="">
                {messages.say("reload.action")}
              </a>
            ) : null}
          </div>
        </div>
      </main>
    </div>
  );
}
