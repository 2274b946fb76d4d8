"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { rpc } from "@/lib/fronts/client/rpc";
import { merchantSettingsInput, type ShopInput } from "@/lib/people/merchants/schema";

export type MerchantCardProps = { readonly settings: ShopInput; readonly mayChange: boolean };

const FIELDS: readonly FormField<ShopInput>[] = [
  { name: "name", label: "Shop name", hint: "Shown to payers." },
  {
    name: "supportContact",
    label: "Support contact",
    isOptional: true,
    hint: "Shown to payers: an e-mail address, a phone number or a URL.",
  },
];

/** The merchant's general settings. */
export function MerchantCard({ settings, mayChange }: MerchantCardProps) {
  const settingsForm = useSettingsForm<ShopInput>(
    merchantSettingsInput,
    () => settings,
    rpc.merchant.changeSettings.mutate,
  );
  return (
    <Card title="Shop" description={mayChange ? undefined : "Only an owner can change these."}>
      <SettingsForm mayChange={mayChange} {...settingsForm.sending}>
        <FormFields {...settingsForm} fields={FIELDS} />
      </SettingsForm>
    </Card>
  );
}
