import { hostText } from "@/components/pay/format";
import { Icon } from "@/components/pay/icons";
import type { PageModel } from "@/components/pay/page-model";
import { say } from "@/components/pay/say";
import type { PayView } from "@/lib/invoices/pay-view";

/** Whom to ask, and the one promise that keeps people from being cheated. */
export function PageFooter({ view }: { readonly view: Pick<PayView, "merchantName" | "supportContact"> }) {
  const { merchantName: merchant, supportContact: contact } = view;
  return (
    <footer>
      <p>{contact === null ? say("support.none", { merchant }) : say("support.ask", { merchant, contact })}</p>
      <p>
        <Icon name="shield" /> <span>{say("safety")}</span>
      </p>
    </footer>
  );
}

/** After paying: on to the shop. Before: back to it. Each says where it leads. */
export function ShopLink({ view, state }: Pick<PageModel, "view" | "state">) {
  const isPaid = state.tone === "good";
  const url = isPaid ? (view.urlSuccess ?? view.urlReturn) : view.urlReturn;
  if (url === null) return null;
  return (
    <p className="shop-link">
      <a className={isPaid ? "button" : "button plain"} href={url} rel="noreferrer">
        {isPaid ? null : <Icon name="back" />}
        <span>{say(isPaid ? "shop.success" : "shop.return")}</span>
        <small>{hostText(url)}</small>
      </a>
    </p>
  );
}
