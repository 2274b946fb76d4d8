import { payPath } from "@/components/pay/page-model";
import { say } from "@/components/pay/say";

/** What the buttons send, in the order in which they stand. */
const KINDS = ["exact", "little", "much", "token"] as const;

type SandboxPanelProps = { readonly uuid: string };

/** Sandbox only: pays from the faucet of the sandbox chain. */
export function SandboxPanel({ uuid }: SandboxPanelProps) {
  return (
    <section className="sandbox" aria-labelledby="sandbox">
      <h2 id="sandbox">{say("sandbox.title")}</h2>
      <p>{say("sandbox.body")}</p>
      <form method="post" action={payPath(uuid, "/sandbox")} data-busy={say("sandbox.sending")}>
        {KINDS.map((kind) => (
          <button key={kind} type="submit" name="kind" value={kind} className={kind === "exact" ? "first" : undefined}>
            {say(`sandbox.${kind}`)}
          </button>
        ))}
      </form>
    </section>
  );
}
