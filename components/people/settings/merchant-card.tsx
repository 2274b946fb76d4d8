"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/text-field";
import { rpc } from "@/lib/fronts/client/rpc";
import { merchantSettingsInput, type ShopInput } from "@/lib/people/merchants/schema";

export type MerchantCardProps = { readonly settings: ShopInput; readonly mayChange: boolean };

/** What the merchant decides about itself. */
export function MerchantCard({ settings, mayChange }: MerchantCardProps) {
  const { form, wrong, change, sending } = useSettingsForm<ShopInput>(
    merchantSettingsInput,
    () => settings,
    rpc.merchant.changeSettings.mutate,
  );
  return (
    <Card title="Shop" description={mayChange ? undefined : "Only an owner can change these."}>
      <SettingsForm mayChange={mayChange} {...sending}>
        <TextField
          label="Shop name"
          hint="Shown to payers."
          error={wrong["name"]}
          value={form.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          label="Support contact"
          isOptional
          hint="Shown to payers: an e-mail address, a phone number or a URL."
          error={wrong["supportContact"]}
          value={form.supportContact}
          onChange={(supportContact) => change({ supportContact })}
        />
      </SettingsForm>
    </Card>
  );
}
