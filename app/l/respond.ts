import { randomUUID } from "node:crypto";
import { readForm } from "@/app/pay/form-field";
import { type PageLanguage, pageLanguage } from "@/app/pay/page-language";
import { orErrorPage } from "@/app/pay/respond";
import { linkProblemText } from "@/components/payers/link/problem-text";
import { renderLinkPage, renderPosterPage } from "@/components/payers/link/render-link-page";
import { isEmbedded } from "@/components/payers/pay/embedded-paths";
import { pageResponse, seeOther } from "@/components/payers/pay/page-headers";
import { payPath } from "@/components/payers/pay/page-model";
import { renderMessagePage } from "@/components/payers/pay/render-pay-page";
import { findPageLink, loadLinkPage } from "@/lib/fronts/link-page/load-link-page";
import { AppError } from "@/lib/kernel/errors";
import { withinShare } from "@/lib/kernel/http/address-limits";
import { isRefusedFor } from "@/lib/kernel/refusals";
import { findInvoiceOfForm, orderFromLink, type SubmittedForm } from "@/lib/money-in/payment-links/order-from-link";
import { linkErrors, type PaymentLink } from "@/lib/money-in/payment-links/payment-link";

/** A note of 200 characters takes up to 12 bytes each. */
const FORM_BYTES_MAX = 4_096;
/**
 * Daily limits per network address: of one link, whose places a stranger could otherwise hold
 * without paying, and of all links together.
 */
const OF_LINK_A_DAY = 20;
const OF_ALL_A_DAY = 60;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * Returns the page of a payment link; with `?poster`, the sheet with its QR code. Creates nothing:
 * previews and scanners open links.
 */
export async function respondWithLink(request: Request, name: string): Promise<Response> {
  return await withLink(request, name, async (link, language) => {
    if (!new URL(request.url).searchParams.has("poster")) return await linkResponse(request, link, language);
    const view = await loadLinkPage(link, new Date());
    const html = await renderPosterPage({ view, messages: language.messages });
    return pageResponse(html, 200, language, { brand: view.brand, isEmbedded: false });
  });
}

/**
 * Makes the invoice of a submitted form and leads to its payment page; a form submitted twice leads
 * to the same one. A refused form is shown again with what was typed, and with a new key.
 */
export async function handleOrder(request: Request, name: string): Promise<Response> {
  return await withLink(request, name, async (link, language) => {
    const form = await readForm(request, FORM_BYTES_MAX);
    const formKey = form?.get("key") ?? "";
    if (form === null || !UUID.test(formKey)) return await linkResponse(request, link, language);
    const field = (key: string) => form.get(key) ?? "";
    const fields = { amount: field("amount"), quantity: field("quantity"), note: field("note"), email: field("email") };
    try {
      const invoiceId = await orderWithinShare(request, link, { ...fields, formKey });
      return seeOther(payPath(invoiceId, "", { lang: language.lang }), request);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const former = isRefusedFor(error, "link_form_used") ? await findInvoiceOfForm(link, formKey) : null;
      return await linkResponse(request, link, language, { error, typed: fields, former });
    }
  });
}

async function orderWithinShare(request: Request, link: PaymentLink, form: SubmittedForm): Promise<string> {
  const refuse = linkErrors.tooOften;
  const ofAll = { what: "orders of links", perDay: OF_ALL_A_DAY, refuse };
  const ofLink = { what: `orders of link ${link.id}`, perDay: OF_LINK_A_DAY, refuse };
  return await withinShare(request, ofAll, () => withinShare(request, ofLink, () => orderFromLink(link, form)));
}

type Refused = {
  readonly error: AppError;
  readonly typed: Omit<SubmittedForm, "formKey">;
  /** The invoice that the same form made before. */
  readonly former: string | null;
};

async function linkResponse(
  request: Request,
  link: PaymentLink,
  language: PageLanguage,
  refused: Refused | null = null,
): Promise<Response> {
  const { messages, lang } = language;
  const view = await loadLinkPage(link, new Date());
  const error = refused && linkProblemText(refused.error, messages);
  const placement = { isEmbedded: isEmbedded(request) };
  const former = refused?.former ? payPath(refused.former, "", { lang }) : null;
  const model = { view, formKey: randomUUID(), typed: refused?.typed ?? {}, error, former, messages, lang };
  const html = await renderLinkPage(model, placement);
  const status = view.state.kind === "open" ? (refused === null ? 200 : 422) : 410;
  return pageResponse(html, status, language, { brand: view.brand, ...placement });
}

/** Calls `respond` with the link of the URL; an unknown one gets a 404 page. */
async function withLink(
  request: Request,
  name: string,
  respond: (link: PaymentLink, language: PageLanguage) => Promise<Response>,
): Promise<Response> {
  const language = await pageLanguage(request);
  return await orErrorPage(language, async () => {
    const link = await findPageLink(name);
    if (link !== null) return await respond(link, language);
    return pageResponse(await renderMessagePage("missing", language.messages), 404, language);
  });
}
