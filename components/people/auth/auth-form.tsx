"use client";

import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useFocusFirstError } from "@/components/ui/use-focus-first-error";

export type AuthFormProps = {
  readonly act: string;
  readonly isBusy: boolean;
  /** What went wrong and stands at no field; null for nothing. */
  readonly failure: string | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children?: ReactNode;
};

/**
 * The form of somebody who is not signed in: what went wrong, the fields, one button over the whole
 * width.
 */
export function AuthForm({ act, isBusy, failure, onSubmit, children }: AuthFormProps) {
  const { form, onSent } = useFocusFirstError(isBusy);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    onSent();
    onSubmit(event);
  };
  return (
    // `post` keeps what was typed out of the address bar should the form be sent before the script
    // is there.
    <form ref={form} method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      {failure !== null && <Notice tone="wrong">{failure}</Notice>}
      {children}
      <Button type="submit" variant="primary" isBusy={isBusy} className="mt-1 w-full">
        {act}
      </Button>
    </form>
  );
}
