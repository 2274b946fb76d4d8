import { Icon } from "@/components/payers/pay/icons";
import type { Words } from "@/lib/kernel/locales/words";

type CopyButtonProps = {
  readonly what: "amount" | "address" | "transaction";
  /** Exactly what goes to the clipboard. */
  readonly value: string;
  /** What is read out when it is there. */
  readonly said: string;
  readonly words: Words;
};

/** Needs the script, so it is shown by the script. Without it the text beside is selected whole by one tap. */
export function CopyButton({ what, value, said, words }: CopyButtonProps) {
  return (
    <button
      type="button"
      className="copy scripted"
      aria-label={words.say(`copy.${what}`)}
      data-copy={value}
      data-said={said}
      data-done={words.say("copy.done")}
      data-failed={words.say("copy.failed")}
    >
      <Icon name="copy" />
      <span>{words.say("copy.action")}</span>
    </button>
  );
}
