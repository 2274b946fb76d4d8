"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { rpc } from "@/lib/fronts/client/rpc";
import { profileInput } from "@/lib/people/merchants/schema";

type ProfileForm = { readonly name: string };

export function ProfileCard({ name }: { name: string }) {
  const send = (changed: Partial<ProfileForm>) => rpc.account.saveProfile.mutate({ name, ...changed });
  const { form, wrong, change, sending } = useSettingsForm<ProfileForm>(profileInput, () => ({ name }), send);
  return (
    <Card title="You">
      <SettingsForm {...sending}>
        <Field label="Name" error={wrong["name"]}>
          {(control) => (
            <Input
              {...control}
              autoComplete="name"
              value={form.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
      </SettingsForm>
    </Card>
  );
}
