import { Icon } from "@/components/payers/pay/icons";
import type { Messages } from "@/lib/kernel/locales/messages";

/** Why the requested action failed. */
export function ErrorNotice({ text, messages }: { readonly text: string; readonly messages: Messages }) {
  return (
    <div className="error" role="alert">
      <h2>
        <Icon name="alert" /> {messages.say("error.title")}
      </h2>
      <p>{text}</p>
    </div>
  );
}
