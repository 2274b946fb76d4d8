"use client";

import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useOwnAddress } from "@/lib/fronts/client/own-address";

export type DownloadLinkProps = {
  /**
   * An address that answers with a file (`downloadEndpoint`), with the filter of the list in it.
   */
  readonly href: string;
  readonly children: ReactNode;
};

/**
 * Hands out a file. A plain link: the browser shows its progress, and says so when it breaks off.
 */
export function DownloadLink({ href, children }: DownloadLinkProps) {
  const address = useOwnAddress(href);
  return (
    <Button asChild>
      <a href={address} download>
        <Download aria-hidden className="size-4" />
        {children}
      </a>
    </Button>
  );
}
