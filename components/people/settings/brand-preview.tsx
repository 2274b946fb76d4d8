"use client";

import { useEffect, useState } from "react";
import { TextLink } from "@/components/ui/text-link";
import { previewPath } from "@/lib/fronts/client/files";
import { useOwnAddress } from "@/lib/fronts/client/own-address";

const WHOLE = /^#[0-9a-f]{6}$/;
/** Debounce: dragging through the colours does not render the page for each of them. */
const PAUSE_MS = 350;

/**
 * A sample payment with the saved branding and the unsaved colour. Nothing in it runs, and nothing
 * can be paid.
 */
export function BrandPreview({ accent }: { readonly accent: string | null }) {
  const [shown, setShown] = useState(accent);
  useEffect(() => {
    if (accent !== null && !WHOLE.test(accent)) return;
    const timer = setTimeout(() => setShown(accent), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [accent]);
  const path = useOwnAddress(previewPath(shown));
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-baseline justify-between gap-3 text-small font-medium">
        Preview
        <TextLink href={path} isExternal>
          Open preview
        </TextLink>
      </p>
      <iframe
        title="Payment page preview"
        src={path}
        className="h-120 w-full rounded-control border border-line bg-sunken"
      />
    </div>
  );
}
