import { type FrameMessage, readFrameMessage, type ShopMessage } from "@/components/payers/embed/messages";
import { putStyle } from "@/components/payers/embed/script/modal-style";
import type { PaymentAddress } from "@/components/payers/embed/script/payment-address";

/** The modal's messages in one language, placed before the script by the gateway. */
export type ModalMessages = {
  readonly title: string;
  readonly close: string;
  readonly blocked: string;
  readonly open: string;
  readonly lang: string;
  readonly dir: string;
};

export type Paid = Omit<Extract<FrameMessage, { type: "chaintill:paid" }>, "type">;

type ModalRequest = {
  readonly address: PaymentAddress;
  readonly messages: ModalMessages;
  readonly onPaid: (paid: Paid) => void;
  readonly onClosed: () => void;
};

/**
 * How long a loaded page may stay silent, and how long one may take to load, before the link
 * without a frame is shown.
 */
const SILENT_MS_MAX = 3_000;
const COMING_MS_MAX = 12_000;

/**
 * Shows the payment page over the shop's page in the browser's own modal dialog: the page behind it
 * is inert, Escape and the button close it, and focus returns to its previous element. `close` may
 * be called more than once.
 */
export function showModal({ address, messages, onPaid, onClosed }: ModalRequest): { readonly close: () => void } {
  const { host, dialog, frame, way } = build(address, messages);
  const { style } = document.documentElement;
  const { overflow } = style;
  let timer = window.setTimeout(() => show(way), COMING_MS_MAX);
  let isPaid = false;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => show(way), SILENT_MS_MAX);
    const hello: ShopMessage = { type: "chaintill:hello" };
    frame.contentWindow?.postMessage(hello, address.origin);
  };
  const listen = (event: MessageEvent<unknown>) => {
    if (event.source !== frame.contentWindow || event.origin !== address.origin) return;
    const message = readFrameMessage(event.data);
    if (message?.type === "chaintill:close") dialog.close();
    if (message?.type === "chaintill:ready") {
      clearTimeout(timer);
      way.hidden = true;
    }
    if (message?.type !== "chaintill:paid" || isPaid) return;
    isPaid = true;
    onPaid({ uuid: message.uuid, status: message.status });
  };
  frame.addEventListener("load", wait);
  window.addEventListener("message", listen);
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    window.removeEventListener("message", listen);
    style.overflow = overflow;
    host.remove();
    onClosed();
  });
  document.body.append(host);
  style.overflow = "hidden";
  dialog.showModal();
  return { close: () => dialog.close() };
}

function show(way: HTMLElement): void {
  way.hidden = false;
}

function build({ page, frame: source }: PaymentAddress, messages: ModalMessages) {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  putStyle(root);
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", messages.title);
  dialog.lang = messages.lang;
  dialog.dir = messages.dir;
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = messages.close;
  close.addEventListener("click", () => dialog.close());
  const head = document.createElement("header");
  head.append(close);
  const link = document.createElement("a");
  Object.assign(link, { href: page, target: "_blank", rel: "noopener", textContent: messages.open });
  const way = document.createElement("p");
  way.setAttribute("role", "alert");
  way.hidden = true;
  way.append(messages.blocked, " ", link);
  const frame = document.createElement("iframe");
  Object.assign(frame, { title: messages.title, src: source, allow: "clipboard-write", referrerPolicy: "no-referrer" });
  dialog.append(head, way, frame);
  root.append(dialog);
  return { host, dialog, frame, way };
}
