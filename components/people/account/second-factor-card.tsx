"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, ShieldCheck, ShieldOff, Smartphone } from "lucide-react";
import { useState } from "react";
import { SetUpAppDialog, TurnOffAppDialog } from "@/components/people/account/app-dialogs";
import { PasskeyList } from "@/components/people/account/passkey-list";
import { RecoveryCodesDialog } from "@/components/people/account/recovery-codes-dialog";
import { RecoveryCodesLine } from "@/components/people/account/recovery-codes-line";
import { SecuritySetting } from "@/components/people/account/security-setting";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { Moment } from "@/components/ui/moment";
import { Loaded } from "@/components/ui/query-states";
import { rpc } from "@/lib/fronts/client/rpc";
import type { SecondFactorView } from "@/lib/people/identity/second-factor-schema";

/** The user's second factors: an app, passkeys, and recovery codes. */
export function SecondFactorCard() {
  const query = useQuery(rpc.account.secondFactor.read.queryOptions());
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Card
      title="Two-factor authentication"
      description="Protects your account even if someone learns your password."
      action={query.data && <State isOn={query.data.isOn} />}
    >
      <Loaded query={query} failure="Two-factor settings could not be loaded">
        {(view) => (
          <div className="flex flex-col divide-y divide-line">
            <SecuritySetting
              icon={Smartphone}
              title="Authenticator app"
              action={<AppAction view={view} onCodes={setCodes} />}
            >
              {view.totpSince === null ? (
                "Shows a new code every 30 seconds."
              ) : (
                <>
                  On since <Moment at={view.totpSince} />.
                </>
              )}
            </SecuritySetting>
            <SecuritySetting icon={KeyRound} title="Passkeys">
              <PasskeyList passkeys={view.passkeys} place={view.passkeyPlace} onCodes={setCodes} />
            </SecuritySetting>
            {view.isOn && <RecoveryCodesLine left={view.recoveryCodesLeft} onCodes={setCodes} />}
          </div>
        )}
      </Loaded>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

function State({ isOn }: { isOn: boolean }) {
  if (isOn)
    return (
      <Badge tone="good" icon={ShieldCheck}>
        On
      </Badge>
    );
  return (
    <Badge tone="waiting" icon={ShieldOff}>
      Off
    </Badge>
  );
}

type AppActionProps = { readonly view: SecondFactorView; readonly onCodes: (codes: readonly string[] | null) => void };

function AppAction({ view, onCodes }: AppActionProps) {
  if (view.totpSince !== null) {
    return <DialogButton label="Turn off…">{(close) => <TurnOffAppDialog onClose={close} />}</DialogButton>;
  }
  return (
    <DialogButton label="Set up…" variant={view.isOn ? "secondary" : "primary"}>
      {(close) => <SetUpAppDialog onCodes={onCodes} onClose={close} />}
    </DialogButton>
  );
}
