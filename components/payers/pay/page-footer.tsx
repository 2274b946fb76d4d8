import { hostText } from "@/components/payers/pay/format";
import { Icon } from "@/components/payers/pay/icons";
import type { PageModel } from "@/components/payers/pay/page-model";
import { Support, type SupportProps } from "@/components/payers/pay/support-contact";

/** Contact, and the promise that protects payers from fraud. */
export function PageFooter({ view, messages }: SupportProps) {
  return (
    <footer>
      <p>
        <Support view={view} messages={messages} />
      </p>
      <p>
        <Icon name="shield" /> <span>{messages.say("safety")}</span>
      </p>
    </footer>
  );
}

/** Link to the shop: onward after paying, back before. Each names its target. */
export function ShopLink({ view, state, messages }: Pick<PageModel, "view" | "state" | "messages">) {
  const isPaid = state.tone === "good";
  const url = isPaid ? (view.urlSuccess ?? view.urlReturn) : view.urlReturn;
  if (url === null) return null;
  return (
    <p className="shop-link">
      <a className={isPaid ? "button" : "button plain"} href={url} rel="noreferrer">
        {isPaid ? null : <Icon name="back" />}
        <span>{messages.say(isPaid ? "shop.success" : "shop.return")}</span>
        <small dir="ltr">{hostText(url)}</small>
      </a>
    </p>
  );
}
