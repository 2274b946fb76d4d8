import { LinkPage } from "@/components/payers/link/link-page";
import type { LinkPageModel } from "@/components/payers/link/link-page-model";
import { linkPath } from "@/components/payers/link/link-path";
import { type PosterModel, PosterPage } from "@/components/payers/link/poster-page";
import { type Placement, renderDocument } from "@/components/payers/pay/render-pay-page";

/**
 * Renders the page of a payment link as a whole HTML document. It has the script only in a frame,
 * where the shop's modal waits for its answer.
 */
export async function renderLinkPage(model: LinkPageModel, { isEmbedded = false }: Placement = {}): Promise<string> {
  const { view, messages } = model;
  const title = `${messages.isolate(view.link.title)} · ${messages.isolate(view.merchantName)}`;
  const path = linkPath(view.link.name, null);
  const facts = { title, path, messages, isLive: isEmbedded, brand: view.brand, isEmbedded };
  return await renderDocument(facts, <LinkPage {...model} />);
}

/** Renders the sheet with the QR code of a payment link, to print. */
export async function renderPosterPage(model: PosterModel): Promise<string> {
  const { view, messages } = model;
  const title = `${messages.isolate(view.link.title)} · ${messages.isolate(view.merchantName)}`;
  const facts = { title, path: null, messages, isLive: false, brand: view.brand };
  return await renderDocument(facts, <PosterPage {...model} />);
}
