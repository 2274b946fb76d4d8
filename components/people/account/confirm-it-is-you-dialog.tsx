"use client";

import { ConfirmForm } from "@/components/people/account/confirm-form";
import { Dialog } from "@/components/ui/dialog";
import type { PasskeyPlaceView } from "@/lib/people/identity/second-factor-schema";

export type ConfirmDialogProps = { readonly place: PasskeyPlaceView; readonly onClose: (isShown: boolean) => void };

/** Before what could lead money away: shows that it is still the person who signed in. */
export function ConfirmDialog({ place, onClose }: ConfirmDialogProps) {
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
