"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import type { FormCommand } from "@/components/ui/use-form-command";
import { ACCOUNT_KEY } from "@/lib/fronts/client/account";

/**
 * An account form whose next dialog confirms its success: a toast would cover that dialog's buttons
 * on a phone.
 */
export function useSilentForm<Form extends object>(
  schema: z.ZodType,
  initial: () => Form,
  send: (form: Form) => Promise<unknown>,
): FormCommand<Form> {
  const queries = useQueryClient();
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(schema, initial);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: send,
    onSuccess: () => queries.invalidateQueries({ queryKey: ACCOUNT_KEY }),
    onError: showFailure,
  });
  const submit = submitTo((checked) => mutate(checked));
  return { form, wrong, change, submit, isPending, isSent: isSuccess, failure: error };
}
