import type { LinkPageView } from "@/lib/fronts/link-page/load-link-page";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

type LinkField = "amount" | "quantity" | "note" | "email";

export type LinkPageModel = {
  readonly view: LinkPageView;
  /** Random; one invoice is made of it at most. */
  readonly formKey: string;
  /** What the payer typed in a refused form. */
  readonly typed: Partial<Record<LinkField, string>>;
  /** Public message about the refused form. */
  readonly error: string | null;
  /** Path of the payment that the same form made before, with other details. */
  readonly former: string | null;
  readonly messages: Messages;
  readonly lang: Locale | null;
};
