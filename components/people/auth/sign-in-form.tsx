"use client";

import { useState } from "react";
import { PasswordStep } from "@/components/people/auth/password-step";
import { ProofForm } from "@/components/people/auth/proof-form";
import { showSecondFactor } from "@/components/people/auth/sign-in";
import { usePasskeySupport } from "@/components/people/auth/use-passkey-support";
import { Button } from "@/components/ui/button";
import { askForPasskey, fetchWaitingStep, leaveWaitingStep } from "@/lib/fronts/client/account";
import type { PasskeyPlaceView, ProofWays } from "@/lib/people/identity/second-factor-schema";

export type SignInFormProps = {
  readonly place: PasskeyPlaceView;
  /**
   * A second step that is already pending in this browser: the page was reloaded while the user
   * looked for their phone.
   */
  readonly waiting: ProofWays | null;
  /** Target after signing in: a path of ours. */
  readonly next: string;
};

/** Sign-in: the password, then a second factor if the user has one; or a passkey alone. */
export function SignInForm({ place, waiting, next }: SignInFormProps) {
  const [ways, setWays] = useState(waiting);
  const [problem, setProblem] = useState<string | null>(null);
  const support = usePasskeySupport(place);
  const enter = () => window.location.assign(next);
  const openSecondStep = async () => {
    setProblem(null);
    setWays((await fetchWaitingStep()).ways);
  };
  const beginAgain = (said: string | null) => {
    setProblem(said);
    setWays(null);
    void leaveWaitingStep();
  };
  if (ways === null) {
    return <PasswordStep problem={problem} support={support} onSignedIn={enter} onSecondStep={openSecondStep} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <ProofForm
        ways={ways}
        hasPasskeys={support?.state === "ready"}
        act="Sign in"
        askForPasskey={() => askForPasskey(true)}
        show={async (proof) => {
          const outcome = await showSecondFactor(proof);
          if (outcome.isSignedIn) enter();
          else if (outcome.next === "begin") beginAgain(outcome.message);
          else return outcome.message;
          return null;
        }}
      />
      <Button variant="quiet" className="w-full" onClick={() => beginAgain(null)}>
        Sign in as someone else
      </Button>
    </div>
  );
}
