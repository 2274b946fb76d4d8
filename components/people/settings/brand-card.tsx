"use client";

import { BrandAccentField } from "@/components/people/settings/brand-accent-field";
import { BrandLogoField } from "@/components/people/settings/brand-logo-field";
import { BrandPreview } from "@/components/people/settings/brand-preview";
import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { TextArea } from "@/components/ui/text-area";
import { rpc } from "@/lib/fronts/client/rpc";
import type { BrandView } from "@/lib/people/brands/brand-view";
import { type BrandForm, brandForm } from "@/lib/people/brands/schema";

export type BrandCardProps = {
  readonly settings: BrandView;
  readonly merchantName: string;
  /** Empty: payers are only told to ask where they ordered. */
  readonly supportContact: string;
  readonly mayChange: boolean;
};

/** The payment page's branding, and the sites that may embed it. */
export function BrandCard({ settings, merchantName, supportContact, mayChange }: BrandCardProps) {
  const initial = () => ({ accent: settings.accent ?? "", embedOrigins: settings.embedOrigins.join("\n") });
  const { form, wrong, change, sending } = useSettingsForm<BrandForm>(brandForm, initial, (changed) =>
    rpc.merchant.changeBrand.mutate(brandForm.partial().parse(changed)),
  );
  return (
    <Card title="Payment page" description={mayChange ? "What payers see." : "Only an owner can change this."}>
      <div className="flex flex-col gap-5">
        {supportContact === "" && mayChange && (
          <Notice tone="waiting" title="No support contact">
            Payers are only told to ask where they placed the order. Add a support contact in the shop settings.
          </Notice>
        )}
        <BrandLogoField logo={settings.logo} merchantName={merchantName} mayChange={mayChange} />
        <SettingsForm mayChange={mayChange} {...sending}>
          <BrandAccentField
            accent={form.accent}
            error={wrong["accent"]}
            mayChange={mayChange}
            onChange={(accent) => change({ accent })}
          />
          <TextArea
            label="Sites that can embed it"
            kind="lines"
            isOptional
            hint="One per line, such as https://shop.example. Other sites can't show your payment page in a frame."
            error={wrong["embedOrigins"]}
            value={form.embedOrigins}
            onChange={(embedOrigins) => change({ embedOrigins })}
          />
        </SettingsForm>
        <BrandPreview
          key={`${merchantName} ${supportContact} ${settings.logo?.hash}`}
          accent={form.accent.trim().toLowerCase() || null}
        />
      </div>
    </Card>
  );
}
