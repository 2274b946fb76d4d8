"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { z } from "zod";
import { RestrictionNote, useStopped } from "@/components/people/restrictions/restriction-note";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isShownAtField } from "@/components/ui/use-checked-form";
import { type FormCommand, useFormCommand } from "@/components/ui/use-form-command";
import { useUnsaved } from "@/components/ui/use-unsaved";

type Creation<Form> = {
  readonly send: (form: Form) => Promise<{ readonly id: string }>;
  /** Message after success. */
  readonly done: string;
  /** The path of what was created. */
  readonly pathOf: (id: string) => string;
};

/** State of a form on a page of its own that creates something, and then opens its page. */
export function useCreateForm<Form extends object>(
  schema: z.ZodType,
  initial: () => Form,
  { pathOf, ...creation }: Creation<Form>,
): FormCommand<Form> {
  const router = useRouter();
  const command = useFormCommand(schema, initial, { ...creation, onDone: ({ id }) => router.push(pathOf(id)) });
  useUnsaved(command.form, { isDone: command.isSent });
  return command;
}

/** The form of `useCreateForm` for something that takes payments: its cards, and its button. */
export function CreateForm<Form extends object>({
  command,
  label,
  children,
}: {
  readonly command: FormCommand<Form>;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const { form, submit, failure, isPending, isSent } = command;
  const isStopped = useStopped("payments");
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {failure && !isShownAtField(failure, form) && <Notice tone="wrong">{failure.message}</Notice>}
      {children}
      <RestrictionNote of="payments" />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={isPending || isSent} disabled={isStopped}>
          {label}
        </Button>
      </div>
    </form>
  );
}
