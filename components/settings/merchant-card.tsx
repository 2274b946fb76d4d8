"use client";

import { type FormEvent, useState } from "react";
import { SettingsForm } from "@/components/settings/settings-form";
import { useSaveSettings } from "@/components/settings/use-save-settings";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { saveShop } from "@/lib/client/account";
import type { ShopInput } from "@/lib/merchants/schema";

export type MerchantCardProps = { readonly settings: ShopInput; readonly mayChange: boolean };

/** What the merchant decides about itself. */
export function MerchantCard({ settings, mayChange }: MerchantCardProps) {
  const [form, setForm] = useState(settings);
  const { save, wrong } = useSaveSettings(saveShop);
  const change = (part: Partial<ShopInput>) => setForm((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(form);
  };
  return (
    <Card title="Shop" description={mayChange ? undefined : "Only an owner can change these."}>
      <SettingsForm
        mayChange={mayChange}
        isBusy={save.isPending}
        failure={save.error && Object.keys(wrong).length === 0 ? save.error.message : null}
        onSubmit={submit}
      >
        <Field label="Name of the shop" hint="Payers see it." error={wrong["name"]}>
          {(control) => (
            <Input {...control} value={form.name} onChange={(event) => change({ name: event.target.value })} />
          )}
        </Field>
        <Field
          label="Support contact"
          isOptional
          hint="Shown to payers as the one to ask: an e-mail, a phone number, an address."
          error={wrong["supportContact"]}
        >
          {(control) => (
            <Input
              {...control}
              value={form.supportContact}
              onChange={(event) => change({ supportContact: event.target.value })}
            />
          )}
        </Field>
      </SettingsForm>
    </Card>
  );
}
