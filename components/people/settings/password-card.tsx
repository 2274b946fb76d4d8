"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { SettingsForm } from "@/components/people/settings/settings-form";
import { Card } from "@/components/ui/card";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { isShownAtField, useCheckedForm } from "@/components/ui/use-checked-form";
import { ACCOUNT_KEY } from "@/lib/fronts/client/account";
import { rpc } from "@/lib/fronts/client/rpc";
import { type ChangePasswordInput, changePasswordInput, PASSWORD_CHARACTERS_MIN } from "@/lib/people/merchants/schema";

const FIELDS: readonly FormField<ChangePasswordInput>[] = [
  { name: "current", kind: "password", label: "Current password" },
  {
    name: "next",
    kind: "newPassword",
    label: "New password",
    hint: `At least ${PASSWORD_CHARACTERS_MIN} characters. Payouts are on hold for 24 hours after a change.`,
  },
];
const BLANK: ChangePasswordInput = { current: "", next: "" };

export function PasswordCard() {
  const queries = useQueryClient();
  const passwords = useCheckedForm(changePasswordInput, () => BLANK);
  const { form, change, submitTo, showFailure } = passwords;
  const save = useMutation({
    mutationFn: (sent: ChangePasswordInput) => rpc.account.changePassword.mutate(sent),
    onSuccess: () => {
      toast.success("Password changed. Other browsers were signed out.");
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
        failure={save.error === null || isShownAtField(save.error, form) ? null : save.error.message}
        onSubmit={submitTo((checked) => save.mutate(checked))}
      >
        <FormFields {...passwords} fields={FIELDS} />
      </SettingsForm>
    </Card>
  );
}
