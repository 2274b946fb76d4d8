import { Icon } from "@/components/pay/icons";
import { say } from "@/components/pay/say";

/** Why what was asked for did not happen. */
export function ErrorNotice({ text }: { readonly text: string }) {
  return (
    <div className="error" role="alert">
      <h2>
        <Icon name="alert" /> {say("error.title")}
      </h2>
      <p>{text}</p>
    </div>
  );
}
