import type { BrandView } from "@/lib/people/brands/brand-view";
import { readableAccent, type Theme } from "@/lib/people/brands/readable-accent";

/**
 * Returns the merchant's colour in both themes, as the page's CSS variables; null if the page uses
 * its default.
 */
export function brandStyle({ accent }: Pick<BrandView, "accent">): string | null {
  if (accent === null) return null;
  return `${rule(accent, "light")}@media (prefers-color-scheme:dark){${rule(accent, "dark")}}`;
}

/** Six hex digits each, so that no merchant input can end the rule or the element. */
function rule(chosen: string, theme: Theme): string {
  const { accent, onAccent } = readableAccent(chosen, theme);
  return `:root{--accent:${accent};--on-accent:${onAccent}}`;
}
