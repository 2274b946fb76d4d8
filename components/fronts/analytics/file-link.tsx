"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useOwnAddress } from "@/lib/fronts/client/own-address";

export type FileLinkProps = { readonly title: string; readonly href: string };

/** Link to the data of one card as a file. */
export function FileLink({ title, href }: FileLinkProps) {
  const address = useOwnAddress(href);
  return (
    <Button asChild variant="quiet" size="small">
      <a href={address} download aria-label={`${title}: download as CSV`}>
        <Download aria-hidden className="size-3.5" />
        CSV
      </a>
    </Button>
  );
}
