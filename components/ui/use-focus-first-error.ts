import { useEffect, useRef } from "react";

/**
 * For a form with fields that may be refused: after submission and validation, here or by the
 * server, focuses the first invalid field, so that its error is announced. Typing never moves the
 * focus. Call `onSent` when the form is submitted.
 */
export function useFocusFirstError(isBusy: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const isAwaited = useRef(false);
  // After every render: errors are found in the form's DOM, whoever reported them.
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
