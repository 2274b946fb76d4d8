"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { SelectField } from "@/components/ui/select-field";
import { rpc } from "@/lib/fronts/client/rpc";
import { type CourseSourceInput, merchantSettingsInput } from "@/lib/people/merchants/schema";
import { parseSourceName, RATE_SOURCE_NAMES } from "@/lib/pricing/rates/source-name";

const GATEWAY = { value: "", label: "The gateway's own rates" };

export type RateSourceCardProps = { readonly settings: CourseSourceInput; readonly mayChange: boolean };

/** Whose rate sizes what is asked for in another currency. */
export function RateSourceCard({ settings, mayChange }: RateSourceCardProps) {
  const { form, wrong, change, sending } = useSettingsForm<CourseSourceInput>(
    merchantSettingsInput,
    () => settings,
    rpc.merchant.changeSettings.mutate,
  );
  return (
    <Card title="Exchange rates" description={mayChange ? undefined : "Only an owner can change this."}>
      <SettingsForm mayChange={mayChange} {...sending}>
        <SelectField
          label="Rate source"
          hint="Sets the amount in coins of invoices and payouts that are asked for in another currency. A request may name another source in course_source. If the source does not answer, such requests are refused until it does."
          error={wrong["courseSource"]}
          value={form.courseSource ?? ""}
          choices={[GATEWAY, ...RATE_SOURCE_NAMES.map((name) => ({ value: name, label: name }))]}
          onChange={(name) => change({ courseSource: parseSourceName(name) })}
        />
      </SettingsForm>
    </Card>
  );
}
