import { startButtons } from "@/components/payers/embed/script/buttons";
import { type ModalMessages, type Paid, showModal } from "@/components/payers/embed/script/modal";
import { paymentAddress } from "@/components/payers/embed/script/payment-address";

/**
 * The script for a shop's page. It opens the gateway's payment page in a modal and notifies the
 * shop's page when it is paid. It sends no requests, stores nothing, and reads only the marked
 * links.
 */

/** Defined around this script by the route that serves it. */
declare const CHAINTILL_MESSAGES: ModalMessages;

type OpenOptions = {
  /** The `url` of an invoice or of a static wallet. */
  readonly url?: string;
  /** Alternative to `url`: the uuid of an invoice. */
  readonly uuid?: string;
  /** Language of the page; default: the browser's. */
  readonly lang?: string;
  readonly onSuccess?: (paid: Paid) => void;
  readonly onClose?: () => void;
};

type Opened = { readonly close: () => void };

const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : "";
const gateway = source === "" ? null : new URL(source).origin;

let current: Opened | null = null;

/** @throws TypeError for a URL that is not a payment page of this gateway */
function open({ url, uuid, lang, onSuccess, onClose }: OpenOptions): Opened {
  const address = paymentAddress(url ?? "/pay/".concat(uuid ?? ""), gateway, lang);
  if (address === null) throw new TypeError("Chaintill.open takes the url of a payment page of its own gateway");
  if (typeof HTMLDialogElement === "undefined") {
    // Browsers older than 2022: opens the full page instead.
    location.assign(address.page);
    return { close: () => undefined };
  }
  current?.close();
  const opened = showModal({
    address,
    messages: CHAINTILL_MESSAGES,
    onPaid: (paid) => onSuccess?.(paid),
    onClosed: () => {
      if (current === opened) current = null;
      onClose?.();
    },
  });
  current = opened;
  return opened;
}

function notifyPage(from: Element, type: "chaintill:paid" | "chaintill:closed", detail: Paid | null): void {
  from.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
}

startButtons((url, from) => {
  if (paymentAddress(url, gateway) === null) return false;
  open({
    url,
    onSuccess: (paid) => notifyPage(from, "chaintill:paid", paid),
    onClose: () => notifyPage(from, "chaintill:closed", null),
  });
  return true;
});
Object.assign(window, { Chaintill: { open } });
