import { claimPages } from "@/lib/fronts/client/shown-merchant";

/** Next.js calls it before each change of page, by link, by button or by the browser's way back. */
export function onRouterTransitionStart(): void {
  claimPages();
}
