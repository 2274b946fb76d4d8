"use client";

import { SettingsForm } from "@/components/people/settings/settings-form";
import { useSettingsForm } from "@/components/people/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { TextLink } from "@/components/ui/text-link";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { type TimedSignatureForm, timedSignatureInput } from "@/lib/people/merchants/limits-schema";

export type TimedSignatureCardProps = TimedSignatureForm & { readonly mayChange: boolean };

/** Whether calls must carry the timed signature, which cannot be replayed. */
export function TimedSignatureCard({ callsNeedTimedSignature, mayChange }: TimedSignatureCardProps) {
  const initial = () => ({ callsNeedTimedSignature });
  const { form, change, sending } = useSettingsForm<TimedSignatureForm>(
    timedSignatureInput,
    initial,
    rpc.merchant.setLimits.mutate,
  );
  return (
    <Card
      title="Single-use signatures"
      description="Anyone who sees a request signed with sign can replay it. The x-signature header replaces it and is valid once, for one path and five minutes."
    >
      <SettingsForm mayChange={mayChange} {...sending}>
        <Checkbox
          label="Require x-signature on every request"
          hint={
            mayChange
              ? "Requests signed only with sign are then rejected, so update your shop's code first. Client libraries support only sign. Turning this off puts outgoing transfers on hold for 24 hours."
              : "Only an owner can change this."
          }
          isChecked={form.callsNeedTimedSignature}
          isDisabled={!mayChange}
          onChange={(isNeeded) => change({ callsNeedTimedSignature: isNeeded })}
        />
      </SettingsForm>
      <p className="mt-4 text-small">
        <TextLink href={`${routes.apiReference()}#signing`}>How to create it</TextLink>, with code in five languages.
      </p>
    </Card>
  );
}
