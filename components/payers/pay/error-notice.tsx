import { Icon } from "@/components/payers/pay/icons";
import type { Words } from "@/lib/kernel/locales/words";

/** Why what was asked for did not happen. */
export function ErrorNotice({ text, words }: { readonly text: string; readonly words: Words }) {
  return (
    <div className="error" role="alert">
      <h2>
        <Icon name="alert" /> {words.say("error.title")}
      </h2>
      <p>{text}</p>
    </div>
  );
}
