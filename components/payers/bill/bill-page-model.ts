import type { BillPageView } from "@/lib/fronts/bill-page/load-bill-page";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

export type BillPageModel = {
  readonly view: BillPageView;
  /** Random; one invoice is made of it at most. */
  readonly formKey: string;
  /** Public message about a refused payment. */
  readonly error: string | null;
  readonly messages: Messages;
  readonly lang: Locale | null;
};
