import { Icon } from "@/components/payers/pay/icons";
import type { Messages } from "@/lib/kernel/locales/messages";

type CopyButtonProps = {
  readonly what: "amount" | "address" | "transaction";
  /** Exactly what goes to the clipboard. */
  readonly value: string;
  /** What is read out when it is there. */
  readonly said: string;
  readonly messages: Messages;
};

/**
 * Needs the script, so it is shown by the script. Without it the text beside is selected whole by
 * one tap.
 */
export function CopyButton({ what, value, said, messages }: CopyButtonProps) {
  return (
    <button
      type="button"
      className="copy scripted"
      aria-label={messages.say(`copy.${what}`)}
      data-copy={value}
      data-said={said}
      data-done={messages.say("copy.done")}
      data-failed={messages.say("copy.failed")}
    >
      <Icon name="copy" />
      <span>{messages.say("copy.action")}</span>
    </button>
  );
}
