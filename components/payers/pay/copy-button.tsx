import { Icon } from "@/components/payers/pay/icons";
import type { Messages } from "@/lib/kernel/locales/messages";

type CopyButtonProps = {
  readonly what: "amount" | "address" | "transaction";
  /** Exactly what is copied to the clipboard. */
  readonly value: string;
  /** Announced to screen readers when copied. */
  readonly said: string;
  readonly messages: Messages;
};

/** Shown by the script, which it needs. Without it one tap selects the whole text beside it. */
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
