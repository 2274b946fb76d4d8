import type { BrandView } from "@/lib/people/brands/brand-view";
import { readableAccent, type Theme } from "@/lib/people/brands/readable-accent";

/**
 * The merchant's colour in both themes, as the page's own names for it; null where the page keeps
 * its own.
 */
export function brandStyle({ accent }: Pick<BrandView, "accent">): string | null {
  if (accent === null) return null;
  return `${rule(accent, "light")}@media (prefers-color-scheme:dark){${rule(accent, "dark")}}`;
}

/** Six digits each, so nothing that a merchant has typed can end the rule or the element. */
function rule(chosen: string, theme: Theme): string {
  const { accent, onAccent } = readableAccent(chosen, theme);
  return `:root{--accent:${accent};--on-accent:${onAccent}}`;
}
