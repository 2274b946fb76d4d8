"use client";

import { useEffect, useState } from "react";
import { holdPage } from "@/lib/fronts/client/unsaved";

/**
 * Holds the page while a form differs from what was kept: whoever would leave is asked first.
 * `kept` is what was saved last, or left out, what the form began with; `isDone`: it was sent, and
 * nothing is lost any more.
 */
export function useUnsaved<Form extends object>(
  form: Form,
  { kept, isDone = false }: { readonly kept?: Form; readonly isDone?: boolean } = {},
): void {
  const [begun] = useState(form);
  const isUnsaved = !isDone && JSON.stringify(kept ?? begun) !== JSON.stringify(form);
  useEffect(() => (isUnsaved ? holdPage() : undefined), [isUnsaved]);
}
