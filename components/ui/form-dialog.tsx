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
   * From `useFormCommand`, called by the dialog's own component: it starts over on each opening.
   */
  readonly command: FormCommand<Form>;
  /** Two fields per line if there is room. */
  readonly isGrid?: boolean;
  /** Renders a failure differently than at its fields or as its text. */
  readonly sayFailure?: (failure: Error) => ReactNode;
  /** Before the form: what must be seen or done first. */
  readonly before?: ReactNode;
  readonly fields?: readonly FormField<NoInfer<Form>>[];
  /** After the fields: other content. */
  readonly children?: ReactNode;
};

/**
 * A dialog with a form. Errors are shown at their fields; a failure that names no field is shown
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
