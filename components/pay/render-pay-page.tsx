import type { ReactNode } from "react";
import { headlineText } from "@/components/pay/headline";
import { type MessageKind, MessagePage } from "@/components/pay/message-page";
import type { PageModel } from "@/components/pay/page-model";
import { PayDocument } from "@/components/pay/pay-document";
import { PayPage } from "@/components/pay/pay-page";
import { say } from "@/components/pay/say";

/** The page of an invoice as a whole HTML document. */
export async function renderPayPage(model: PageModel): Promise<string> {
  const title = `${headlineText(model)} · ${model.view.merchantName}`;
  return await renderDocument(title, true, <PayPage {...model} />);
}

/** The same look where there is nothing to pay. */
export async function renderMessagePage(kind: MessageKind): Promise<string> {
  return await renderDocument(say(`${kind}.title`), false, <MessagePage kind={kind} />);
}

/** A document in the look of these pages. The renderer is loaded here and not above: Next refuses a static import of it in a route handler. */
export async function renderDocument(title: string, isLive: boolean, content: ReactNode): Promise<string> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const markup = renderToStaticMarkup(
    <PayDocument title={title} isLive={isLive}>
      {content}
    </PayDocument>,
  );
  return `<!doctype html>${markup}`;
}
