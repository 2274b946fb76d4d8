"use client";

import { type FormEvent, useState } from "react";
import { BrandAccentField } from "@/components/settings/brand-accent-field";
import { BrandLogoField } from "@/components/settings/brand-logo-field";
import { BrandPreview } from "@/components/settings/brand-preview";
import { SettingsForm } from "@/components/settings/settings-form";
import { useSaveSettings } from "@/components/settings/use-save-settings";
import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { Field } from "@/components/ui/field";
import { CONTROL_CLASSES } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import type { BrandView } from "@/lib/brands/brand-view";
import { saveBrand } from "@/lib/client/brand";

export type BrandCardProps = {
  readonly settings: BrandView;
  readonly merchantName: string;
  /** Empty: payers are only told to ask where they ordered. */
  readonly supportContact: string;
  readonly mayChange: boolean;
};

/** How the payment page looks, and whose pages may show it. */
export function BrandCard({ settings, merchantName, supportContact, mayChange }: BrandCardProps) {
  const [accent, setAccent] = useState(settings.accent);
  const [sites, setSites] = useState(settings.embedOrigins.join("\n"));
  const { save, wrong } = useSaveSettings(saveBrand);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ accent, embedOrigins: sites.split(/\s+/).filter((site) => site !== "") });
  };
  return (
    <Card
      title="Payment page"
      description={mayChange ? "How it looks to payers." : "Only an owner can change how it looks to payers."}
    >
      <div className="flex flex-col gap-5">
        {supportContact === "" && (
          <Notice tone="waiting" title="Payers do not know how to reach you">
            Their page only says to ask where they placed the order. Add a support contact under “Shop”.
          </Notice>
        )}
        <BrandLogoField logo={settings.logo} merchantName={merchantName} mayChange={mayChange} />
        <SettingsForm
          mayChange={mayChange}
          isBusy={save.isPending}
          failure={save.error && Object.keys(wrong).length === 0 ? save.error.message : null}
          onSubmit={submit}
        >
          <BrandAccentField accent={accent} error={wrong["accent"]} onChange={setAccent} />
          <Field
            label="Sites that may show it in a frame"
            isOptional
            hint="One per line, such as https://shop.example. No other site can put your payment page inside its own."
            error={wrong["embedOrigins"]}
          >
            {(control) => (
              <textarea
                {...control}
                rows={3}
                spellCheck={false}
                autoCapitalize="off"
                value={sites}
                onChange={(event) => setSites(event.target.value)}
                className={classNames(CONTROL_CLASSES, "resize-y py-2 font-mono text-label")}
              />
            )}
          </Field>
        </SettingsForm>
        <BrandPreview key={settings.logo?.hash} accent={accent} />
      </div>
    </Card>
  );
}
