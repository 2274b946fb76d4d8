"use client";

import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";

type Wrong = Readonly<Record<string, string>>;

/**
 * What each part of a form gets: all of the form, what is wrong with it by field, and the way to
 * change it.
 */
export type FormPart<Form> = {
  readonly form: Form;
  readonly wrong: Wrong;
  readonly change: (part: Partial<Form>) => void;
};

/**
 * State of a form that the server checks again: its values, what is wrong by field (first what
 * `schema` finds here, which spares the way there, then what the server answered), and the way to
 * change it. A changed field is no longer called wrong.
 */
export function useCheckedForm<Form extends object>(schema: z.ZodType, initial: () => Form) {
  const [form, setForm] = useState<Form>(initial);
  const [wrong, setWrong] = useState<Wrong>({});
  const change = (part: Partial<Form>) => {
    setForm((before) => ({ ...before, ...part }));
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
  };
  /** For a form's `onSubmit`: `send` gets what the schema has nothing against. */
  const submitTo = (send: (form: Form) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const problems = problemsOf(schema, form);
    setWrong(problems);
    if (Object.keys(problems).length === 0) send(form);
  };
  const showFailure = (error: Error) => setWrong(error instanceof RequestFailure ? error.fields : {});
  return { form, wrong, change, submitTo, showFailure };
}

/** Whether what the server refused stands at a field of this form, and need not be said besides. */
export function isShownAtField(error: Error, form: object): boolean {
  if (!(error instanceof RequestFailure)) return false;
  return Object.keys(error.fields).some((path) => path.split(".", 1).some((name) => name in form));
}

/** The first problem of each field. */
function problemsOf(schema: z.ZodType, form: unknown): Wrong {
  const parsed = schema.safeParse(form);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.toReversed().map((issue) => [issue.path.join("."), issue.message]));
}
