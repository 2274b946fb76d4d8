import { billPages } from "@/components/payers/bill/testing/bill-pages";
import { linkPages } from "@/components/payers/link/testing/link-pages";
import type { PageModel } from "@/components/payers/pay/page-model";
import { BLANK_ASK, type RefundAsk } from "@/components/payers/pay/refund-request/refund-ask";
import { renderConfirmPage, renderExpiredLinkPage } from "@/components/payers/pay/refund-request/render-confirm-page";
import { renderMessagePage, renderPayPage } from "@/components/payers/pay/render-pay-page";
import { renderReceiptPage } from "@/components/payers/pay/render-receipt-page";
import { CHOOSING_STATES } from "@/components/payers/pay/testing/choosing-states";
import { PAGE_STATES } from "@/components/payers/pay/testing/page-states";
import { renderWalletPage, renderWalletReceipt } from "@/components/payers/wallet/render-wallet-page";
import { recent, walletPageView } from "@/components/payers/wallet/testing/wallet-views";
import type { PayRefundable, PayRefundRequest } from "@/lib/exceptions/refund-requests/pay-refund-requests";
import { type RefundRequest, requestErrors } from "@/lib/exceptions/refund-requests/refund-request";
import type { Locale } from "@/lib/kernel/locales/locales";
import { loadMessages, type Messages } from "@/lib/kernel/locales/messages";
import { decimal } from "@/lib/kernel/money/decimal";
import { ADDRESS, NOW, payCase } from "@/lib/money-in/invoices/testing/pay-views";
import type { BrandView } from "@/lib/people/brands/brand-view";

/**
 * Pages for screenshots in states that a real payment reaches too slowly, or cannot reach on
 * sandbox chains.
 */

export type ShotPage = { readonly folder: "pay" | "wallet"; readonly name: string; readonly html: string };

/** The screenshot server must serve a logo at this path. */
export const LOGO_PATH = `/brand/${"ab".repeat(32)}`;

const BRAND: BrandView = {
  accent: "#c2410c",
  logo: { hash: "ab".repeat(32), width: 320, height: 95 },
  embedOrigins: [],
};

const SHORT: PayRefundable = {
  kind: "short",
  caseId: null,
  reference: null,
  amount: decimal("0.01"),
  currency: "ETH",
  networkName: "Ethereum",
  hasMail: true,
  canSign: true,
};
const LATE: PayRefundable = { ...SHORT, kind: "case", caseId: "3f9a21c4", reference: "3F9A21C4" };
const ASKED: PayRefundRequest = {
  status: "confirmed",
  amount: decimal("0.01"),
  currency: "ETH",
  addressEnds: "0x5290…9EE7",
  note: null,
};
const MESSAGE = `Paper Lantern: send back 0.01 ETH to ${ADDRESS}`;
const SENT = { id: "0b5a4c57", isMailed: true, signing: { signer: ADDRESS, message: MESSAGE }, caseId: null };

function modelOf(name: string): PageModel {
  const found = [...PAGE_STATES, ...CHOOSING_STATES].find((state) => state.name === name);
  if (found === undefined) throw new Error(`no state ${name}`);
  return found.model;
}

/** Returns a state with changes to its view or its query. */
function changed(name: string, view: Partial<PageModel["view"]>, asked: Partial<PageModel> = {}): PageModel {
  const model = modelOf(name);
  return { ...model, view: { ...model.view, ...view }, ...asked };
}

const asking = (changes: Partial<RefundAsk>, refundables: readonly PayRefundable[] = [SHORT]) =>
  changed("underpaid", { refundables }, { refund: { ...BLANK_ASK, ...changes } });
const asked = (changes: Partial<PayRefundRequest>) =>
  changed("underpaid", { refundRequests: [{ ...ASKED, ...changes }] });

/** A request whose link came by mail. */
const MAILED: RefundRequest = {
  id: SENT.id,
  merchantId: "7d0c1a52-1f9e-4a3b-9a54-0f6f2f1f3c10",
  invoiceId: modelOf("underpaid").view.uuid,
  kind: "short",
  caseId: null,
  status: "unconfirmed",
  currencyCode: "ETH",
  networkCode: "eth",
  address: "0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe",
  amount: decimal("0.01"),
  proof: null,
  isMailed: true,
  challenge: "",
  locale: "en",
  confirmUntil: NOW,
  createdAt: NOW,
  decidedAt: null,
  decidedById: null,
  note: null,
  refundId: null,
  failure: null,
};

const MORE: ReadonlyArray<readonly [name: string, model: PageModel]> = [
  [
    "overpaid and refundable",
    changed("overpaid", { refundables: [{ ...SHORT, kind: "surplus", amount: decimal("0.0014") }] }),
  ],
  ["late and refundable", changed("late", { refundables: [LATE] })],
  ["refund offered", changed("underpaid", { refundables: [SHORT] })],
  ["refund form", asking({})],
  ["refund form for several payments", asking({}, [SHORT, LATE])],
  ["refund form with an invalid address", asking({ address: "0x123", addressError: "0x123 ✗" })],
  ["refund mail sent", asking({ sent: { ...SENT, signing: null } })],
  ["refund confirmation by mail or signature", asking({ sent: SENT })],
  ["refund request pending", asked({})],
  ["refund request refused", asked({ status: "refused", note: "The order was delivered before it was paid in full." })],
  ["refund only from the shop", changed("underpaid", { refundables: [{ ...SHORT, hasMail: false, canSign: false }] })],
  ["refused coin", changed("choose", {}, { error: "…" })],
  ["case of a wrong token", changed("wrong token", { cases: [payCase({ kind: "wrong_token", currency: "USDC" })] })],
];

/**
 * Returns every page in one language, by name. The one named `browser-wallet` is rendered as if a
 * browser wallet were installed.
 */
export async function shotPages(locale: Locale): Promise<ShotPage[]> {
  const messages = await loadMessages(locale);
  const models = [...PAGE_STATES, ...CHOOSING_STATES].map(({ name, model }) => [name, model] as const);
  const pages: Array<readonly [name: string, html: Promise<string>]> = [];
  for (const [name, model] of [...models, ...MORE]) {
    const spoken = { ...model, messages, hasPlayMoney: false };
    pages.push([name, renderPayPage(spoken)]);
  }
  for (const name of ["waiting for a token", "paid", "choose"]) {
    const model = changed(name, { brand: BRAND }, { messages, hasPlayMoney: false });
    pages.push(
      [`branded ${name}`, renderPayPage(model)],
      [`embedded ${name}`, renderPayPage(model, { isEmbedded: true })],
    );
  }
  const waiting = { ...modelOf("waiting for a token"), messages };
  const withoutPlay = await renderPayPage({ ...waiting, hasPlayMoney: false });
  pages.push(["browser wallet", Promise.resolve(withoutPlay.replace("<html ", '<html class="has-wallet" '))]);
  pages.push(["play money", renderPayPage({ ...waiting, hasPlayMoney: true })]);
  for (const name of ["paid", "refunded"])
    pages.push([`receipt ${name}`, renderReceiptPage({ ...modelOf(name), messages })]);
  const linked = changed("underpaid", { refundables: [SHORT] }).view;
  const branded = { ...linked, brand: BRAND };
  const language = { messages, lang: null };
  pages.push(
    ["refund link", renderConfirmPage(linked, "f3", MAILED, language)],
    ["refund link branded", renderConfirmPage(branded, "f3", MAILED, language)],
    ["refund link expired", renderExpiredLinkPage(linked, requestErrors.over(), language)],
    ["refund link unknown", renderExpiredLinkPage(branded, requestErrors.unknown(), language)],
  );
  for (const kind of ["missing", "no-wallet", "too-many", "trouble"] as const) {
    pages.push([`message ${kind}`, renderMessagePage(kind, messages)]);
  }
  pages.push(...linkPages(messages), ...billPages(messages));
  const ofInvoices = await Promise.all(pages.map(([name, html]) => whole("pay", name, html)));
  return [...ofInvoices, ...(await walletPages(messages))];
}

const RECENT = [
  recent("25", { state: "credited" }),
  recent("12.5", { state: "seen", confirmations: 3 }),
  recent("0.2", { state: "waits" }),
  recent("7", { state: "held" }),
];

async function walletPages(messages: Messages): Promise<ShotPage[]> {
  const model = { error: null, hasPlayMoney: false, messages, lang: null };
  const blocked = walletPageView({ status: "blocked", target: null, recent: RECENT });
  const pages = [
    ["empty", renderWalletPage({ ...model, view: walletPageView() })],
    ["payments", renderWalletPage({ ...model, view: walletPageView({ recent: RECENT, brand: BRAND }) })],
    ["blocked", renderWalletPage({ ...model, view: blocked })],
    ["receipt", renderWalletReceipt({ view: walletPageView({ recent: RECENT }), messages, lang: null })],
  ] as const;
  return await Promise.all(pages.map(([name, html]) => whole("wallet", name, html)));
}

async function whole(folder: ShotPage["folder"], name: string, html: Promise<string>): Promise<ShotPage> {
  return { folder, name: name.replaceAll(/[^a-z]+/g, "-"), html: await html };
}
