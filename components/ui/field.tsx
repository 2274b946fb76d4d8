"use client";

import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

/** Props that connect a control with its label, hint and error. */
export type FieldControl = {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
};

export type FieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Shows "optional" beside the label. */
  readonly isOptional?: boolean;
  /**
   * For fields validated without submitting a form, which would move the focus to the error: the
   * error is announced as it appears.
   */
  readonly isReadOut?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
};

/** A control with its label above, and the hint or error below. */
export function Field({ label, hint, error, isOptional = false, isReadOut = false, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-small font-medium text-ink">
          {label}
        </label>
        {isOptional && <span className="text-label text-ink-quiet">optional</span>}
      </div>
      {children({ id, "aria-describedby": hasNote ? noteId : undefined, "aria-invalid": error ? true : undefined })}
      {error === undefined ? (
        hint !== undefined && (
          <p id={noteId} className="text-label text-ink-quiet">
            {hint}
          </p>
        )
      ) : (
        <p
          id={noteId}
          role={isReadOut ? "alert" : undefined}
          className="flex items-start gap-1.5 text-label text-wrong"
        >
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
