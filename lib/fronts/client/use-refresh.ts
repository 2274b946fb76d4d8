import { useRouter } from "next/navigation";
import { claimPages } from "@/lib/fronts/client/shown-merchant";

/**
 * Refreshes the page for its own merchant, even if another tab has opened another one: the router
 * alone would not name it.
 */
export function useRefresh(): () => void {
  const router = useRouter();
  return () => {
    claimPages();
    router.refresh();
  };
}
