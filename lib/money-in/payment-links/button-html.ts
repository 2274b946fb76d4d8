import type { PaymentLink } from "@/lib/money-in/payment-links/payment-link";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Returns HTML to paste into any page: a link that also works without the script, which opens it
 * over the page where the merchant's settings allow that site. `gateway` is the gateway's own URL.
 * Pure.
 */
export function buttonHtml({ name, title }: Pick<PaymentLink, "name" | "title">, gateway: string): string {
  const text = title.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
  return [
    `<a href="${gateway}/l/${name}" data-chaintill-pay>${text}</a>`,
    `<script src="${gateway}/embed.js" defer></script>`,
  ].join("\n");
}
