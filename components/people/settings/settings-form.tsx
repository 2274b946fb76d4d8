"use client";

import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useFocusFirstError } from "@/components/ui/use-focus-first-error";

export type SettingsFormProps = {
  /** If false the form is read-only. */
  readonly mayChange?: boolean;
  /** Label of the button. */
  readonly act?: string;
  readonly isBusy: boolean;
  /** An error that belongs to no field; null for none. */
  readonly failure: string | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
};

/**
 * The form of a settings card: the fields with their errors, and one button for users who may
 * change them.
 */
export function SettingsForm(props: SettingsFormProps) {
  const { mayChange = true, act = "Save", isBusy, failure, onSubmit, children } = props;
  const { form, onSent } = useFocusFirstError(isBusy);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    onSent();
    onSubmit(event);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <fieldset disabled={!mayChange} className="flex flex-col gap-4">
        {children}
        {failure !== null && <Notice tone="wrong">{failure}</Notice>}
        {mayChange && (
          <Button type="submit" isBusy={isBusy} className="self-start">
            {act}
          </Button>
        )}
      </fieldset>
    </form>
  );
}
