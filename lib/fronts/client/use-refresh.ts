import { useRouter } from "next/navigation";
import { claimPages } from "@/lib/fronts/client/shown-merchant";

/**
 * Redraws the page for the merchant that it shows, whichever another tab has opened meanwhile: the
 * router alone would not say.
 */
export function useRefresh(): () => void {
  const router = useRouter();
  return () => {
    claimPages();
    router.refresh();
  };
}
