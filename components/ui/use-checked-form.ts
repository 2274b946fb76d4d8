"use client";

import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";

type Wrong = Readonly<Record<string, string>>;

/** Props of each part of a form: the form, its errors by field, and its setter. */
export type FormPart<Form> = {
  readonly form: Form;
  readonly wrong: Wrong;
  readonly change: (part: Partial<Form>) => void;
};

/**
 * State of a form that the server validates again: its values, the errors by field (first those of
 * `schema`, which saves a request, then the server's), and its setter. Changing a field clears its
 * error.
 */
export function useCheckedForm<Form extends object>(schema: z.ZodType, initial: () => Form) {
  const [form, setForm] = useState<Form>(initial);
  const [wrong, setWrong] = useState<Wrong>({});
  const change = (part: Partial<Form>) => {
    setForm((before) => ({ ...before, ...part }));
    // The errors of a list name its fields: `lines.0.price`.
    const isChanged = (path: string) => path.split(".", 1).some((name) => name in part);
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !isChanged(path))));
  };
  /** For a form's `onSubmit`: calls `send` if the schema accepts the form. */
  const submitTo = (send: (form: Form) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const problems = problemsOf(schema, form);
    setWrong(problems);
    if (Object.keys(problems).length === 0) send(form);
  };
  const showFailure = (error: Error) => setWrong(error instanceof RequestFailure ? error.fields : {});
  return { form, wrong, change, submitTo, showFailure };
}

/**
 * Returns whether a server error is shown at a field of this form, so that it need not be shown
 * elsewhere.
 */
export function isShownAtField(error: Error, form: object): boolean {
  if (!(error instanceof RequestFailure)) return false;
  return Object.keys(error.fields).some((path) => path.split(".", 1).some((name) => name in form));
}

/** Returns the first error of each field. */
function problemsOf(schema: z.ZodType, form: unknown): Wrong {
  const parsed = schema.safeParse(form);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.toReversed().map((issue) => [issue.path.join("."), issue.message]));
}
