"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { SettingsForm } from "@/components/people/settings/settings-form";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { isSaidAtField, useCheckedForm } from "@/components/ui/use-checked-form";
import { ACCOUNT_KEY } from "@/lib/fronts/client/account";
import { rpc } from "@/lib/fronts/client/rpc";
import { type ChangePasswordInput, changePasswordInput, PASSWORD_CHARACTERS_MIN } from "@/lib/people/merchants/schema";

const BLANK: ChangePasswordInput = { current: "", next: "" };

export function PasswordCard() {
  const queries = useQueryClient();
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm(changePasswordInput, () => BLANK);
  const save = useMutation({
    mutationFn: (passwords: ChangePasswordInput) => rpc.account.changePassword.mutate(passwords),
    onSuccess: () => {
      toast.success("Your password is changed, and your other browsers are signed out.");
      change(BLANK);
      return queries.invalidateQueries({ queryKey: ACCOUNT_KEY });
    },
    onError: showFailure,
  });
  return (
    <Card title="Password">
      <SettingsForm
        act="Change password"
        isBusy={save.isPending}
        failure={save.error === null || isSaidAtField(save.error, form) ? null : save.error.message}
        onSubmit={submitTo((checked) => save.mutate(checked))}
      >
        <Field label="Current password" error={wrong["current"]}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              required
              value={form.current}
              onChange={(event) => change({ current: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="New password"
          hint={`At least ${PASSWORD_CHARACTERS_MIN} characters. Payouts stop for 24 hours after a change.`}
          error={wrong["next"]}
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              required
              value={form.next}
              onChange={(event) => change({ next: event.target.value })}
            />
          )}
        </Field>
      </SettingsForm>
    </Card>
  );
}
