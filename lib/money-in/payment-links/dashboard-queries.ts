import { env } from "@/lib/kernel/env";
import { toPage, toWindow } from "@/lib/kernel/paging/list-page";
import { buttonHtml } from "@/lib/money-in/payment-links/button-html";
import { getLink } from "@/lib/money-in/payment-links/change-link";
import {
  LINK_PAGE_SIZE,
  type LinkDetailView,
  type LinkListQuery,
  type LinkListView,
  type LinkRowView,
} from "@/lib/money-in/payment-links/dashboard-schema";
import { findTaken, type ListedLink, selectLatestOrders, selectLinkPage } from "@/lib/money-in/payment-links/list-repo";
import { linkState, paymentLinkUrl } from "@/lib/money-in/payment-links/payment-link";

const ORDERS_SHOWN = 25;

/** Lists a merchant's payment links, one page at a time. */
export async function listLinks(merchantId: string, query: LinkListQuery, now = new Date()): Promise<LinkListView> {
  const filter = { ...toWindow(query), state: query.status ?? null, search: query.q || null };
  // One row more than shown indicates whether there is a next page.
  const links = await selectLinkPage(merchantId, filter, LINK_PAGE_SIZE + 1);
  const page = toPage(links, LINK_PAGE_SIZE, filter, ({ createdAt, id }) => ({ at: createdAt, id }));
  const { firstCursor, nextCursor } = page;
  return { items: page.rows.map((link) => toRowView(link, now)), firstCursor, nextCursor };
}

/**
 * Returns all details of one of the merchant's links. @throws AppError `not_found`, also for
 * another merchant's
 */
export async function getLinkDetail(merchantId: string, id: string, now = new Date()): Promise<LinkDetailView> {
  const link = await getLink(merchantId, id);
  const latest = await selectLatestOrders(link.id, ORDERS_SHOWN);
  return {
    ...toRowView({ ...link, taken: await findTaken(link.id) }, now),
    amountMin: link.amountMin?.toFixed() ?? null,
    amountMax: link.amountMax?.toFixed() ?? null,
    quantityMax: link.quantityMax,
    noteQuestion: link.noteQuestion,
    emailQuestion: link.emailQuestion,
    urlCallback: link.urlCallback,
    buttonHtml: buttonHtml(link, env().BASE_URL),
    latest: latest.map(({ amount, createdAt, ...order }) => ({
      ...order,
      amount: amount.toFixed(),
      createdAt: createdAt.toISOString(),
    })),
  };
}

function toRowView({ taken, ...link }: ListedLink, now: Date): LinkRowView {
  return {
    id: link.id,
    name: link.name,
    title: link.title,
    url: paymentLinkUrl(link.name),
    currency: link.currencyCode,
    amount: link.amount?.toFixed() ?? null,
    state: linkState(link, taken, now).kind,
    isActive: link.isActive,
    endsAt: link.endsAt?.toISOString() ?? null,
    stock: link.stock,
    useLimit: link.useLimit,
    orders: taken.orders,
    pieces: taken.pieces,
    createdAt: link.createdAt.toISOString(),
  };
}
