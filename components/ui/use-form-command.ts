"use client";

import type { FormEvent } from "react";
import type { z } from "zod";
import { type FormPart, useCheckedForm } from "@/components/ui/use-checked-form";
import { type CommandOptions, useCommand } from "@/components/ui/use-command";

/** A form and the command that it submits. */
export type FormCommand<Form> = FormPart<Form> & {
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly isPending: boolean;
  /** Why the command failed; null if it did not, or was not sent. */
  readonly failure: Error | null;
};

/**
 * State of a form that submits one command: validates the fields here and on the server, sends the
 * command, and shows a success message.
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
