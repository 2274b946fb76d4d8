"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { SelectField } from "@/components/ui/select-field";
import { rpc } from "@/lib/fronts/client/rpc";
import { merchantSettingsInput, type RequestedRateSourceInput } from "@/lib/people/merchants/schema";
import { parseSourceName, RATE_SOURCE_NAMES } from "@/lib/pricing/rates/source-name";

const GATEWAY = { value: "", label: "Gateway rates" };

export type RateSourceCardProps = { readonly settings: RequestedRateSourceInput; readonly mayChange: boolean };

/** The rate source for amounts in another currency. */
export function RateSourceCard({ settings, mayChange }: RateSourceCardProps) {
  const { form, wrong, change, sending } = useSettingsForm<RequestedRateSourceInput>(
    merchantSettingsInput,
    () => settings,
    rpc.merchant.changeSettings.mutate,
  );
  return (
    <Card title="Exchange rates" description={mayChange ? undefined : "Only an owner can change this."}>
      <SettingsForm mayChange={mayChange} {...sending}>
        <SelectField
          label="Rate source"
          hint="Used to convert invoices and payouts in another currency to coins. API requests can choose another source with course_source. While the source is unavailable, such requests are refused."
          error={wrong["requestedRateSource"]}
          value={form.requestedRateSource ?? ""}
          choices={[GATEWAY, ...RATE_SOURCE_NAMES.map((name) => ({ value: name, label: name }))]}
          onChange={(name) => change({ requestedRateSource: parseSourceName(name) })}
        />
      </SettingsForm>
    </Card>
  );
}
