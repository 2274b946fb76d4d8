import type { PayerPlanView, PlanPageView } from "@/lib/fronts/plan-page/load-plan-page";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

/** Who looks at a plan, and by which link. */
export type PlanLooker =
  /** Anybody who has the plan's own link. */
  | { readonly kind: "anybody"; readonly isSent: boolean; readonly typed: string }
  /** Somebody who was mailed the link by which it can be accepted. */
  | { readonly kind: "invited"; readonly token: string }
  | { readonly kind: "payer"; readonly token: string; readonly own: PayerPlanView };

export type PlanPageModel = {
  readonly view: PlanPageView;
  readonly looker: PlanLooker;
  /** What went wrong with what was just sent, in public words. */
  readonly error: string | null;
  readonly messages: Messages;
  readonly lang: Locale | null;
};
