"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { isShownAtField, useCheckedForm } from "@/components/ui/use-checked-form";

/**
 * A form whose submission leaves or ends the page: validated here and by the server. `send`
 * resolves when it is done; the button stays busy from then on.
 */
export function useAuthForm<Form extends object>(
  schema: z.ZodType,
  initial: () => Form,
  send: (form: Form) => Promise<unknown>,
) {
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(schema, initial);
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: send, onError: showFailure });
  const failure = error === null || isShownAtField(error, form) ? null : error.message;
  const onSubmit = submitTo((checked) => mutate(checked));
  return { form, wrong, change, isSuccess, sending: { isBusy: isPending || isSuccess, failure, onSubmit } };
}
