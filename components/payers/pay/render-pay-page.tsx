import type { ReactNode } from "react";
import { markEmbedded } from "@/components/payers/pay/embedded-paths";
import { headlineText } from "@/components/payers/pay/headline";
import { type MessageKind, MessagePage } from "@/components/payers/pay/message-page";
import { type PageModel, payPath } from "@/components/payers/pay/page-model";
import { PayDocument } from "@/components/payers/pay/pay-document";
import { PayPage } from "@/components/payers/pay/pay-page";
import type { Messages } from "@/lib/kernel/locales/messages";
import type { BrandView } from "@/lib/people/brands/brand-view";

/** Placement of a document: alone, or in a frame of one of the merchant's sites. */
export type Placement = { readonly isEmbedded?: boolean };

/** Renders the page of an invoice as a whole HTML document. */
export async function renderPayPage(model: PageModel, { isEmbedded = false }: Placement = {}): Promise<string> {
  const { view, messages } = model;
  const title = `${headlineText(model)} · ${messages.isolate(view.merchantName)}`;
  const path = payPath(view.uuid, "", { ...model, lang: null });
  const facts = { title, path, messages, isLive: true, brand: view.brand, isEmbedded };
  return await renderDocument(facts, <PayPage {...model} />);
}

/** Renders a message page in the same design. */
export async function renderMessagePage(kind: MessageKind, messages: Messages): Promise<string> {
  const title = messages.say(`${kind}.title`);
  return await renderDocument(
    { title, path: "", messages, isLive: false },
    <MessagePage kind={kind} messages={messages} />,
  );
}

type DocumentFacts = {
  readonly title: string;
  /** The page in another language; empty for the current URL, null if there is none. */
  readonly path: string | null;
  readonly messages: Messages;
  readonly isLive: boolean;
  readonly brand?: BrandView;
  readonly isEmbedded?: boolean;
};

/**
 * Renders a document in the design of these pages. The renderer is imported dynamically: Next
 * refuses a static import of it in a route handler.
 */
export async function renderDocument(facts: DocumentFacts, content: ReactNode): Promise<string> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = `<!doctype html>${renderToStaticMarkup(<PayDocument {...facts}>{content}</PayDocument>)}`;
  return facts.isEmbedded === true ? markEmbedded(html) : html;
}
