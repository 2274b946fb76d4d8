"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { SelectField } from "@/components/ui/select-field";
import { rpc } from "@/lib/fronts/client/rpc";
import {
  CLIENT_LIBRARIES,
  type ClientLibrary,
  type ClientLibraryInput,
  merchantSettingsInput,
} from "@/lib/people/merchants/schema";

const TEXTS: Readonly<Record<ClientLibrary, { readonly label: string; readonly hint: string }>> = {
  standard: {
    label: "Standard",
    hint: "Everything works as documented. Payout webhooks are signed with the payment key.",
  },
  payout_key: {
    label: "Payout key",
    hint: "Payout webhooks are signed with the payout key. Everything else is as in Standard.",
  },
  heleket: {
    label: "Heleket",
    hint: "Payout webhooks are signed with the payout key, a refund returns the refund instead of an empty list, and balance and payer_amount of a payout are strings.",
  },
};

const CHOICES = CLIENT_LIBRARIES.map((value) => ({ value, label: TEXTS[value].label }));

export type ClientLibraryCardProps = { readonly settings: ClientLibraryInput; readonly mayChange: boolean };

/**
 * Selects the shop's kind of client library, since libraries of this API family disagree in a few
 * details.
 */
export function ClientLibraryCard({ settings, mayChange }: ClientLibraryCardProps) {
  const { form, wrong, change, sending } = useSettingsForm<ClientLibraryInput>(
    merchantSettingsInput,
    () => settings,
    rpc.merchant.changeSettings.mutate,
  );
  return (
    <Card
      title="Client library"
      description={`${mayChange ? "" : "Only an owner can change this. "}Client libraries differ in a few places. Choose the one your shop uses.`}
    >
      <SettingsForm mayChange={mayChange} {...sending}>
        <SelectField
          label="Library"
          hint={TEXTS[form.clientLibrary].hint}
          error={wrong["clientLibrary"]}
          value={form.clientLibrary}
          choices={CHOICES}
          onChange={(clientLibrary) => change({ clientLibrary })}
        />
      </SettingsForm>
    </Card>
  );
}
