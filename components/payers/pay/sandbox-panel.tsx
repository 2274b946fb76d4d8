import type { TextKey } from "@/lib/kernel/locales/catalogues";
import type { Messages } from "@/lib/kernel/locales/messages";

type SandboxPanelProps = {
  /** Target of the form. */
  readonly action: string;
  readonly title: TextKey;
  /** Values of the buttons with their labels, in display order. */
  readonly kinds: Readonly<Record<string, TextKey>>;
  /** A button was pressed, and no payment is detected yet. */
  readonly isSent?: boolean;
  readonly messages: Messages;
};

/** Sandbox only: pays from the faucet of the sandbox chain. */
export function SandboxPanel({ action, title, kinds, isSent = false, messages }: SandboxPanelProps) {
  return (
    <section className="sandbox" aria-labelledby="sandbox">
      <h2 id="sandbox">{messages.say(title)}</h2>
      <p>{messages.say("sandbox.body")}</p>
      {isSent ? (
        <p className="note" role="status">
          <span className="follows">{messages.say("sandbox.sent")}</span>
          <noscript>{messages.say("sandbox.reload")}</noscript>
        </p>
      ) : null}
      <form method="post" action={action} data-busy={messages.say("sandbox.sending")}>
        {Object.entries(kinds).map(([kind, label]) => (
          <button key={kind} type="submit" name="kind" value={kind} className={kind === "exact" ? "first" : undefined}>
            {messages.say(label)}
          </button>
        ))}
      </form>
    </section>
  );
}
