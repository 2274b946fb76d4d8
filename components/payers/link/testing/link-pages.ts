import type { LinkPageModel } from "@/components/payers/link/link-page-model";
import { renderLinkPage, renderPosterPage } from "@/components/payers/link/render-link-page";
import type { Messages } from "@/lib/kernel/locales/messages";
import { decimal } from "@/lib/kernel/money/decimal";
import type { PaymentLink } from "@/lib/money-in/payment-links/payment-link";
import { blankLink } from "@/lib/money-in/payment-links/testing/blank-link";
import { PLAIN_BRAND } from "@/lib/people/brands/brand-view";

const ASKING: Partial<PaymentLink> = { quantityMax: 5, noteQuestion: "optional", emailQuestion: "required" };
const OPEN: Partial<PaymentLink> = { amount: null, amountMin: decimal("5"), amountMax: decimal("2500") };

/** The pages of payment links in one language, by name, for screenshots and checks of a browser. */
export function linkPages(messages: Messages): readonly (readonly [name: string, html: Promise<string>])[] {
  const model = (changes: Partial<PaymentLink>, more: Partial<LinkPageModel["view"]> = {}): LinkPageModel => ({
    view: {
      link: { ...blankLink(), title: "Green tea from the first harvest, 100 g", ...changes },
      isFiat: true,
      url: "https://pay.example/l/tea",
      state: { kind: "open", piecesLeft: null },
      merchantName: "Paper Lantern",
      supportContact: "help@paper-lantern.example",
      brand: PLAIN_BRAND,
      ...more,
    },
    formKey: "0b5a4c57-6f4f-4b0e-9d8f-0d7a3f4b7f10",
    typed: {},
    error: null,
    former: null,
    messages,
    lang: null,
  });
  const refused = { typed: { amount: "1", note: "…" }, error: messages.say("link.problem.amount") };
  const changed = { typed: { quantity: "3" }, error: messages.say("link.problem.used"), former: "/pay/7" };
  return [
    ["link", renderLinkPage(model({}))],
    ["link with questions", renderLinkPage(model(ASKING))],
    [
      "link with an open amount refused",
      renderLinkPage({ ...model({ ...OPEN, noteQuestion: "required" }), ...refused }),
    ],
    ["link with a changed order", renderLinkPage({ ...model(ASKING), ...changed })],
    ["link sold out", renderLinkPage(model({}, { state: { kind: "sold-out" } }))],
    ["link closed", renderLinkPage(model({}, { state: { kind: "closed" } }))],
    ["link poster", renderPosterPage(model({}))],
  ];
}
