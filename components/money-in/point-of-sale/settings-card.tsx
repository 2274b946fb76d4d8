"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { FormFields } from "@/components/ui/form-fields";
import { rpc } from "@/lib/fronts/client/rpc";
import type { InvoiceOptions } from "@/lib/money-in/invoices/new-invoice-schema";
import {
  type SettingsForm as Form,
  settingsInput,
  type TerminalView,
} from "@/lib/money-in/point-of-sale/dashboard-schema";

export type SettingsCardProps = {
  readonly terminal: TerminalView;
  readonly currencies: InvoiceOptions["currencies"];
  readonly mayChange: boolean;
};

/** The currency and the tips of all terminals. */
export function SettingsCard({ terminal, currencies, mayChange }: SettingsCardProps) {
  const initial = (): Form => ({ currency: terminal.currency, tips: terminal.tipPercents.join(", ") });
  const { form, wrong, change, sending } = useSettingsForm<Form>(settingsInput, initial, (changed) =>
    rpc.pointOfSale.changeSettings.mutate({ ...initial(), ...changed }),
  );
  return (
    <Card title="Terminals" description={mayChange ? undefined : "Your role can view this but not change it."}>
      <SettingsForm mayChange={mayChange} {...sending}>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields
            form={form}
            wrong={wrong}
            change={change}
            fields={[
              {
                name: "currency",
                kind: "choice",
                label: "Currency",
                hint: "Items of another currency are not offered.",
                choices: currencies.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
              },
              {
                name: "tips",
                label: "Tips in percent",
                isOptional: true,
                hint: "Up to four, with commas between them. Empty: no tip is asked for.",
                placeholder: "5, 10, 15",
              },
            ]}
          />
        </div>
      </SettingsForm>
    </Card>
  );
}
