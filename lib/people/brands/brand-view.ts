/** How a merchant's payment page looks. Safe for the browser. */
export type BrandView = {
  /** `#rrggbb` as the merchant chose it; null: the page's default. */
  readonly accent: string | null;
  readonly logo: BrandLogo | null;
  /** Origins whose pages may show the payment page in a frame. */
  readonly embedOrigins: readonly string[];
};

export type BrandLogo = {
  /** SHA-256 of its bytes in hex. It is part of the URL, so the logo may be cached for ever. */
  readonly hash: string;
  /** In pixels; displayed at half size. */
  readonly width: number;
  readonly height: number;
};

/** The brand of a merchant that has chosen nothing. */
export const PLAIN_BRAND: BrandView = { accent: null, logo: null, embedOrigins: [] };

/**
 * Returns the path where a logo is served. It identifies the content and not the merchant, whose id
 * is private.
 */
export function logoPath({ hash }: Pick<BrandLogo, "hash">): string {
  return `/brand/${hash}`;
}
