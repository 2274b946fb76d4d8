"use client";

import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useFocusFirstError } from "@/components/ui/use-focus-first-error";

export type AuthFormProps = {
  readonly act: string;
  readonly isBusy: boolean;
  /** An error that belongs to no field; null for none. */
  readonly failure: string | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children?: ReactNode;
};

/** Form for a visitor who is not signed in: the error, the fields, and one full-width button. */
export function AuthForm({ act, isBusy, failure, onSubmit, children }: AuthFormProps) {
  const { form, onSent } = useFocusFirstError(isBusy);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    onSent();
    onSubmit(event);
  };
  return (
    // `post` keeps the input out of the URL if the form is submitted before the script has loaded.
    <form ref={form} method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      {failure !== null && <Notice tone="wrong">{failure}</Notice>}
      {children}
      <Button type="submit" variant="primary" isBusy={isBusy} className="mt-1 w-full">
        {act}
      </Button>
    </form>
  );
}
