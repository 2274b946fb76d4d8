"use client";

import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useOwnAddress } from "@/lib/fronts/client/own-address";

export type DownloadLinkProps = {
  /** The URL of a download (`downloadEndpoint`), including the list's filter. */
  readonly href: string;
  readonly children: ReactNode;
};

/** A plain link to a file: the browser shows the progress, and reports an aborted download. */
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
