import { claimPages } from "@/lib/fronts/client/shown-merchant";

/**
 * Next.js calls this before each navigation: by link, by button or by the browser's back button.
 */
export function onRouterTransitionStart(): void {
  claimPages();
}
