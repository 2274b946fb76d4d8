"use client";

import { type ReactNode, useId } from "react";
import { AskDialog, type AskDialogFrame } from "@/components/ui/ask-dialog";
import { classNames } from "@/components/ui/class-names";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { isShownAtField } from "@/components/ui/use-checked-form";
import { useFocusFirstError } from "@/components/ui/use-focus-first-error";
import type { FormCommand } from "@/components/ui/use-form-command";

export type FormDialogProps<Form extends object> = AskDialogFrame & {
  /**
   * From `useFormCommand`, which the dialog's own component calls: opened again, it starts over.
   */
  readonly command: FormCommand<Form>;
  /** Two fields beside each other where there is room. */
  readonly isGrid?: boolean;
  /** Says a failure in another way than by its fields or its text. */
  readonly sayFailure?: (failure: Error) => ReactNode;
  /** Before the form: what has to be seen or done first. */
  readonly before?: ReactNode;
  readonly fields?: readonly FormField<NoInfer<Form>>[];
  /** After them: what is no plain field. */
  readonly children?: ReactNode;
};

/**
 * A question with a form. What is wrong stands at its field; a failure that names none stands
 * above.
 */
export function FormDialog<Form extends object>(props: FormDialogProps<Form>) {
  const { command, isGrid = false, sayFailure, before, fields = [], children, ...frame } = props;
  const formId = useId();
  const { failure, isPending, submit } = command;
  const { form, onSent } = useFocusFirstError(isPending);
  const said =
    failure && (sayFailure ? sayFailure(failure) : isShownAtField(failure, command.form) ? null : failure.message);
  return (
    <AskDialog {...frame} isBusy={isPending} failure={said} by={{ formId }}>
      {before}
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event) => {
          onSent();
          submit(event);
        }}
        className={classNames(isGrid ? "grid gap-4 sm:grid-cols-2" : "flex flex-col gap-4")}
      >
        <FormFields {...command} fields={fields} />
        {children}
      </form>
    </AskDialog>
  );
}
