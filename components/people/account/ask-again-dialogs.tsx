"use client";

import { useState } from "react";
import { ConfirmForm } from "@/components/people/account/confirm-form";
import { ProofForm } from "@/components/people/auth/proof-form";
import { type SignInOutcome, showSecondFactor, signInWithPassword } from "@/components/people/auth/sign-in";
import { usePasskeySupport } from "@/components/people/auth/use-passkey-support";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { askForPasskey, fetchWaitingStep } from "@/lib/fronts/client/account";
import type { PasskeyPlaceView, ProofWays } from "@/lib/people/identity/second-factor-schema";

export type SignInAgainDialogProps = {
  readonly email: string;
  readonly place: PasskeyPlaceView;
  readonly onClose: (isShown: boolean) => void;
};

const BY_PASSWORD: ProofWays = { password: true, code: false, passkey: false, recovery: false };

/**
 * Shown when the session has ended while its page was open: the same user signs in over the page
 * and continues.
 */
export function SignInAgainDialog({ email, place, onClose }: SignInAgainDialogProps) {
  const [ways, setWays] = useState<ProofWays | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const support = usePasskeySupport(place);
  const judge = async (outcome: SignInOutcome): Promise<string | null> => {
    if (outcome.isSignedIn) {
      onClose(true);
      return null;
    }
    if (outcome.next === "again") return outcome.message;
    setEnded(outcome.next === "begin" ? outcome.message : null);
    setWays(outcome.next === "begin" ? null : (await fetchWaitingStep()).ways);
    return null;
  };
  return (
    <Dialog
      isOpen
      staysOnOutsideClick
      onOpenChange={(isOpen) => !isOpen && onClose(false)}
      title="Sign in again"
      description={
        <>
          Your session has ended. This page and what you typed are kept. Sign in as{" "}
          <span className="font-medium text-ink [overflow-wrap:anywhere]">{email}</span> to continue.
        </>
      }
    >
      {ended && <Notice tone="wrong">{ended}</Notice>}
      <ProofForm
        key={ways === null ? "password" : "second"}
        ways={ways ?? BY_PASSWORD}
        hasPasskeys={support?.state === "ready"}
        act="Sign in"
        askForPasskey={() => askForPasskey(true)}
        show={async (proof) =>
          judge(
            proof.kind === "password" ? await signInWithPassword(email, proof.password) : await showSecondFactor(proof),
          )
        }
      />
      <Button variant="quiet" className="w-full" onClick={() => onClose(false)}>
        Leave this page
      </Button>
    </Dialog>
  );
}

export type ConfirmItIsYouDialogProps = {
  readonly place: PasskeyPlaceView;
  readonly onClose: (isShown: boolean) => void;
};

/** Re-authenticates the user before actions that could lead money away. */
export function ConfirmItIsYouDialog({ place, onClose }: ConfirmItIsYouDialogProps) {
  return (
    <Dialog
      isOpen
      staysOnOutsideClick
      onOpenChange={(isOpen) => !isOpen && onClose(false)}
      title="Confirm it is you"
      description="This can move money or affect the security of your account, so you are asked at most once every 15 minutes."
    >
      <ConfirmForm place={place} onShown={() => onClose(true)} />
    </Dialog>
  );
}
