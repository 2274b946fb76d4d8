"use client";

import { SettingsForm } from "@/components/settings/settings-form";
import { useSettingsForm } from "@/components/settings/use-settings-form";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { TextLink } from "@/components/ui/text-link";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { type TimedSignatureForm, timedSignatureInput } from "@/lib/people/merchants/limits-schema";

export type TimedSignatureCardProps = TimedSignatureForm & { readonly mayChange: boolean };

/** Whether calls have to carry the second signature, which cannot be played again. */
export function TimedSignatureCard({ callsNeedTimedSignature, mayChange }: TimedSignatureCardProps) {
  const initial = () => ({ callsNeedTimedSignature });
  const { form, change, sending } = useSettingsForm<TimedSignatureForm>(
    timedSignatureInput,
    initial,
    rpc.merchant.setLimits.mutate,
  );
  return (
    <Card
      title="Signatures that are good once"
      description="Whoever sees a call that is signed by sign can send it again. The header x-signature, in its place, is good for one path, for five minutes and once."
    >
      <SettingsForm mayChange={mayChange} {...sending}>
        <Checkbox
          label="Every call must carry x-signature"
          hint={
            mayChange
              ? "Calls with sign alone are refused from then on: change your shop's code first. Client libraries know only sign. Switched off again, nothing can leave for 24 hours."
              : "Only an owner can change this."
          }
          isChecked={form.callsNeedTimedSignature}
          isDisabled={!mayChange}
          onChange={(isNeeded) => change({ callsNeedTimedSignature: isNeeded })}
        />
      </SettingsForm>
      <p className="mt-4 text-small">
        <TextLink href={`${routes.apiReference()}#signing`}>How it is made</TextLink>, with code in five languages.
      </p>
    </Card>
  );
}
