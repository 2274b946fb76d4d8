"use client";

import type { FormEvent } from "react";
import type { z } from "zod";
import { type FormPart, useCheckedForm } from "@/components/ui/use-checked-form";
import { type CommandOptions, useCommand } from "@/components/ui/use-command";

/** A form and the command that it is filled in for. */
export type FormCommand<Form> = FormPart<Form> & {
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly isPending: boolean;
  /** Why the command failed; null when it did not, or was not tried. */
  readonly failure: Error | null;
};

/**
 * State of a form whose values become one command: fields checked here and by the server, the
 * command sent, and said to be done.
 */
export function useFormCommand<Form extends object>(
  schema: z.ZodType,
  initial: () => Form,
  command: Omit<CommandOptions, "onError"> & { readonly send: (form: Form) => Promise<unknown> },
): FormCommand<Form> {
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(schema, initial);
  const { mutate, isPending, error } = useCommand(command.send, { ...command, onError: showFailure });
  return { form, wrong, change, submit: submitTo((checked) => mutate(checked)), isPending, failure: error };
}
