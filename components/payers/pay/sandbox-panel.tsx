import type { TextKey } from "@/lib/kernel/locales/catalogues";
import type { Words } from "@/lib/kernel/locales/words";

type SandboxPanelProps = {
  /** Where the form goes. */
  readonly action: string;
  readonly title: TextKey;
  /** What the buttons send, by their words, in the order in which they stand. */
  readonly kinds: Readonly<Record<string, TextKey>>;
  /** It was pressed, and nothing is seen yet. */
  readonly isSent?: boolean;
  readonly words: Words;
};

/** Sandbox only: pays from the faucet of the sandbox chain. */
export function SandboxPanel({ action, title, kinds, isSent = false, words }: SandboxPanelProps) {
  return (
    <section className="sandbox" aria-labelledby="sandbox">
      <h2 id="sandbox">{words.say(title)}</h2>
      <p>{words.say("sandbox.body")}</p>
      {isSent ? (
        <p className="note" role="status">
          <span className="follows">{words.say("sandbox.sent")}</span>
          <noscript>{words.say("sandbox.reload")}</noscript>
        </p>
      ) : null}
      <form method="post" action={action} data-busy={words.say("sandbox.sending")}>
        {Object.entries(kinds).map(([kind, label]) => (
          <button key={kind} type="submit" name="kind" value={kind} className={kind === "exact" ? "first" : undefined}>
            {words.say(label)}
          </button>
        ))}
      </form>
    </section>
  );
}
