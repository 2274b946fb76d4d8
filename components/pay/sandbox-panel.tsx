import { say } from "@/components/pay/say";
import type { TextKey } from "@/components/pay/text";

type SandboxPanelProps = {
  /** Where the form goes. */
  readonly action: string;
  readonly title: TextKey;
  /** What the buttons send, by their words, in the order in which they stand. */
  readonly kinds: Readonly<Record<string, TextKey>>;
};

/** Sandbox only: pays from the faucet of the sandbox chain. */
export function SandboxPanel({ action, title, kinds }: SandboxPanelProps) {
  return (
    <section className="sandbox" aria-labelledby="sandbox">
      <h2 id="sandbox">{say(title)}</h2>
      <p>{say("sandbox.body")}</p>
      <form method="post" action={action} data-busy={say("sandbox.sending")}>
        {Object.entries(kinds).map(([kind, words]) => (
          <button key={kind} type="submit" name="kind" value={kind} className={kind === "exact" ? "first" : undefined}>
            {say(words)}
          </button>
        ))}
      </form>
    </section>
  );
}
