"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { FormFields } from "@/components/ui/form-fields";
import { rpc } from "@/lib/fronts/client/rpc";
import { profileInput } from "@/lib/people/merchants/schema";

type ProfileForm = { readonly name: string };

export function ProfileCard({ name }: { name: string }) {
  const send = (changed: Partial<ProfileForm>) => rpc.account.saveProfile.mutate({ name, ...changed });
  const profile = useSettingsForm<ProfileForm>(profileInput, () => ({ name }), send);
  return (
    <Card title="You">
      <SettingsForm {...profile.sending}>
        <FormFields {...profile} fields={[{ name: "name", kind: "personName", label: "Name" }]} />
      </SettingsForm>
    </Card>
  );
}
