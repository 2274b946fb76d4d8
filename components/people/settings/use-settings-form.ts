"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import type { z } from "zod";
import { type FormPart, isShownAtField, useCheckedForm } from "@/components/ui/use-checked-form";
import { useUnsaved } from "@/components/ui/use-unsaved";
import { useRefresh } from "@/lib/fronts/client/use-refresh";

export type SettingsFormState<Form> = FormPart<Form> & {
  /** For `SettingsForm`. */
  readonly sending: {
    readonly isBusy: boolean;
    readonly failure: string | null;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
};

/**
 * State of a settings card. Sends only fields changed here, so that saving does not overwrite what
 * somebody else, or another tab, has saved meanwhile. On success it shows a message and refreshes
 * the page; on refusal the input stays.
 */
export function useSettingsForm<Form extends object>(
  schema: z.ZodType,
  initial: () => Form,
  send: (changed: Partial<Form>) => Promise<unknown>,
): SettingsFormState<Form> {
  const refresh = useRefresh();
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(schema, initial);
  const [kept, setKept] = useState(form);
  useUnsaved(form, { kept });
  const save = useMutation({
    mutationFn: (sent: Form) => send(changedParts(kept, sent)),
    onSuccess: (_answer, sent) => {
      setKept(sent);
      toast.success("Saved.");
      refresh();
    },
    onError: showFailure,
  });
  const submit = submitTo((checked) => {
    if (Object.keys(changedParts(kept, checked)).length > 0) save.mutate(checked);
    else toast("No changes to save.");
  });
  const failure = save.error === null || isShownAtField(save.error, form) ? null : save.error.message;
  return { form, wrong, change, sending: { isBusy: save.isPending, failure, onSubmit: submit } };
}

function changedParts<Form extends object>(kept: Form, form: Form): Partial<Form> {
  const before = new Map<string, unknown>(Object.entries(kept));
  const changed = Object.entries(form).filter(([name, value]) => before.get(name) !== value);
  return Object.fromEntries(changed) as Partial<Form>;
}
