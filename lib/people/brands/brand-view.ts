/** What a payment page knows of its merchant's looks. Safe for the browser. */
export type BrandView = {
  /** `#rrggbb` as the merchant chose it; null: the page's own. */
  readonly accent: string | null;
  readonly logo: BrandLogo | null;
  /** Origins whose pages may show the payment page in a frame. */
  readonly embedOrigins: readonly string[];
};

export type BrandLogo = {
  /** SHA-256 of its bytes in hex: its address, so that it may be kept for ever. */
  readonly hash: string;
  /** In pixels; shown at half. */
  readonly width: number;
  readonly height: number;
};

/** A merchant that has chosen nothing. */
export const PLAIN_BRAND: BrandView = { accent: null, logo: null, embedOrigins: [] };

/**
 * Where a logo is served. It says the content and not the merchant, whose number is nobody's
 * business.
 */
export function logoPath({ hash }: Pick<BrandLogo, "hash">): string {
  return `/brand/${hash}`;
}
