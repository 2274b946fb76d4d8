"use client";

import { useEffect, useState } from "react";
import { holdPage } from "@/lib/fronts/client/unsaved";

/**
 * Asks before leaving the page while a form has unsaved changes. `kept`: the last saved values, by
 * default the initial ones; `isDone`: the form was sent, and nothing can be lost any more.
 */
export function useUnsaved<Form extends object>(
  form: Form,
  { kept, isDone = false }: { readonly kept?: Form; readonly isDone?: boolean } = {},
): void {
  const [begun] = useState(form);
  const isUnsaved = !isDone && JSON.stringify(kept ?? begun) !== JSON.stringify(form);
  useEffect(() => (isUnsaved ? holdPage() : undefined), [isUnsaved]);
}
