"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/text-field";
import { rpc } from "@/lib/fronts/client/rpc";
import { merchantSettingsInput } from "@/lib/people/merchants/schema";

type Form = { readonly webhookUrl: string };

export type WebhookUrlCardProps = { readonly webhookUrl: string | null; readonly mayChange: boolean };

/** Where webhooks of objects without their own URL are sent. */
export function WebhookUrlCard({ webhookUrl, mayChange }: WebhookUrlCardProps) {
  const { form, wrong, change, sending } = useSettingsForm<Form>(
    merchantSettingsInput,
    () => ({ webhookUrl: webhookUrl ?? "" }),
    rpc.merchant.changeSettings.mutate,
  );
  return (
    <Card
      title="Default webhook URL"
      description={`${mayChange ? "" : "Only an owner can change this. "}Receives the events of invoices, wallets, payouts and recurring payments that have no webhook URL of their own, such as sales at the point of sale.`}
    >
      <SettingsForm mayChange={mayChange} {...sending}>
        <TextField
          kind="url"
          label="URL"
          hint="Leave it empty to send webhooks only where a URL was given."
          error={wrong["webhookUrl"]}
          value={form.webhookUrl}
          onChange={(url) => change({ webhookUrl: url })}
        />
      </SettingsForm>
    </Card>
  );
}
