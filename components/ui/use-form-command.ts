"use client";

import type { FormEvent } from "react";
import type { z } from "zod";
import { type FormPart, useCheckedForm } from "@/components/ui/use-checked-form";
import { type CommandOptions, useCommand } from "@/components/ui/use-command";

/** A form and the command that it submits. */
export type FormCommand<Form> = FormPart<Form> & {
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly isPending: boolean;
  /** Whether the command succeeded. */
  readonly isSent: boolean;
  /** Why the command failed; null if it did not, or was not sent. */
  readonly failure: Error | null;
};

/**
 * State of a form that submits one command: validates the fields here and on the server, sends the
 * command, and shows a success message.
 */
export function useFormCommand<Form extends object, Result = unknown>(
  schema: z.ZodType,
  initial: () => Form,
  command: Omit<CommandOptions<NoInfer<Result>>, "onError"> & { readonly send: (form: Form) => Promise<Result> },
): FormCommand<Form> {
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(schema, initial);
  const { mutate, isPending, isSuccess, error } = useCommand(command.send, { ...command, onError: showFailure });
  const submit = submitTo((checked) => mutate(checked));
  return { form, wrong, change, submit, isPending, isSent: isSuccess, failure: error };
}
