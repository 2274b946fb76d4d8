import { Icon } from "@/components/pay/icons";
import { say } from "@/components/pay/say";

type CopyButtonProps = {
  readonly what: "amount" | "address" | "transaction";
  /** Exactly what goes to the clipboard. */
  readonly value: string;
  /** What is read out when it is there. */
  readonly said: string;
};

/** Needs the script, so it is shown by the script. Without it the text beside is selected whole by one tap. */
export function CopyButton({ what, value, said }: CopyButtonProps) {
  return (
    <button
      type="button"
      className="copy scripted"
      aria-label={say(`copy.${what}`)}
      data-copy={value}
      data-said={said}
      data-done={say("copy.done")}
      data-failed={say("copy.failed")}
    >
      <Icon name="copy" />
      <span>{say("copy.action")}</span>
    </button>
  );
}
