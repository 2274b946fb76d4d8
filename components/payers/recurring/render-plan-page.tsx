import { Icon } from "@/components/payers/pay/icons";
import { renderDocument } from "@/components/payers/pay/render-pay-page";
import { ShopName } from "@/components/payers/pay/shop-name";
import { PlanPage } from "@/components/payers/recurring/plan-page";
import type { PlanPageModel } from "@/components/payers/recurring/plan-page-model";
import { planPath } from "@/components/payers/recurring/plan-path";
import { termsText } from "@/lib/money-in/recurrences/recurrence-mail";

/**
 * Renders the page of a plan as a whole HTML document. It includes the script only if it shows
 * times, to convert them to the reader's own zone.
 */
export async function renderPlanPage(model: PlanPageModel): Promise<string> {
  const { view, looker, messages } = model;
  const title = `${termsText(view, messages)} · ${messages.isolate(view.merchantName)}`;
  const token = looker.kind === "anybody" ? undefined : looker.token;
  const path = planPath(view.id, "", { token, lang: null });
  const isLive = looker.kind === "payer";
  return await renderDocument({ title, path, messages, isLive, brand: view.brand }, <PlanPage {...model} />);
}

/** Renders the replacement page for an invalid or expired link. `reason`: a public message. */
export async function renderExpiredLinkPage(
  { view, messages, lang }: Pick<PlanPageModel, "view" | "messages" | "lang">,
  reason: string,
): Promise<string> {
  const title = messages.say("plan.over.title");
  return await renderDocument(
    { title, path: "", messages, isLive: false, brand: view.brand },
    <div className="page alone">
      <header className="order">
        <ShopName name={view.merchantName} logo={view.brand.logo} />
      </header>
      <main>
        <div className="card">
          <div className="headline wrong">
            <h1>{title}</h1>
            <p className="state">
              <Icon name="alert" />
              <span>{reason}</span>
            </p>
          </div>
          <a className="button plain" href={planPath(view.id, "", { lang })}>
            {messages.say("plan.over.back")}
          </a>
        </div>
      </main>
    </div>,
  );
}
