import { createHash } from "node:crypto";
import { brandStyle } from "@/components/payers/pay/brand-style";
import { PAY_SCRIPT, PAY_STYLE } from "@/components/payers/pay/generated-assets";
import { WALLET_SCRIPT } from "@/components/payers/pay/generated-wallet-script";
import type { BrandView } from "@/lib/people/brands/brand-view";

const SCRIPTS = `'${sourceHash(PAY_SCRIPT)}' '${sourceHash(WALLET_SCRIPT)}'`;
const STYLE = `'${sourceHash(PAY_STYLE)}'`;

/**
 * Returns the CSP of a page: it allows its own style and scripts by hash, and the merchant's
 * colours; nothing is loaded except the logo from this origin; forms submit to this origin; only
 * `framers` may embed it. `data:` is for the icon.
 */
export function pagePolicy(brand: BrandView, framers: readonly string[]): string {
  const colours = brandStyle(brand);
  return [
    "default-src 'none'",
    `style-src ${STYLE}${colours === null ? "" : ` '${sourceHash(colours)}'`}`,
    `script-src ${SCRIPTS}`,
    `img-src ${brand.logo === null ? "" : "'self' "}data:`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framers.length === 0 ? "'none'" : framers.join(" ")}`,
  ].join("; ");
}

function sourceHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
