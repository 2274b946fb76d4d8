import { useEffect, useRef } from "react";

/**
 * For a form with fields that may be refused: after it was sent, and judged here or by the server,
 * one stands at the first field that is wrong and hears what is. Typing on moves nobody. `onSent`
 * is to be called as the form is submitted.
 */
export function useFocusFirstError(isBusy: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const isAwaited = useRef(false);
  // After every drawing: what is wrong is found in the form itself, whoever found it.
  useEffect(() => {
    if (isBusy || !isAwaited.current) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!first) return;
    isAwaited.current = false;
    first.focus();
  });
  return {
    form,
    onSent: () => {
      isAwaited.current = true;
    },
  };
}
