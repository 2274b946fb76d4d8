"use client";

import { useEffect, useState } from "react";
import { ConfirmItIsYouDialog, SignInAgainDialog } from "@/components/people/account/ask-again-dialogs";
import { type ReauthKind, registerReauth } from "@/lib/fronts/client/reauth";
import type { PasskeyPlaceView } from "@/lib/people/identity/second-factor-schema";

type Open = { readonly asked: ReauthKind; readonly settle: (isShown: boolean) => void };

/** The user of the page: nobody else may continue it. */
export type ReauthDialogsProps = { readonly email: string; readonly place: PasskeyPlaceView };

/** The re-authentication dialogs, shown over any page, so that no input is lost. */
export function ReauthDialogs({ email, place }: ReauthDialogsProps) {
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => registerReauth((asked) => new Promise((resolve) => setOpen({ asked, settle: resolve }))), []);
  if (open === null) return null;
  const close = (isShown: boolean) => {
    setOpen(null);
    open.settle(isShown);
  };
  if (open.asked === "confirm") return <ConfirmItIsYouDialog place={place} onClose={close} />;
  return <SignInAgainDialog email={email} place={place} onClose={close} />;
}
