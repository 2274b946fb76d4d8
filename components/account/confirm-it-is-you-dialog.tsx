"use client";

import { useQuery } from "@tanstack/react-query";
import { usePasskeySupport } from "@/components/account/use-passkey-support";
import { ProofForm } from "@/components/auth/proof-form";
import { Dialog } from "@/components/ui/dialog";
import { Loaded } from "@/components/ui/query-states";
import type { PasskeyPlaceView } from "@/lib/accounts/second-factor-schema";
import { RequestFailure } from "@/lib/client/fetch-json";
import { askToConfirmByPasskey, confirmItIsMe, confirmWaysQuery } from "@/lib/client/second-factor";

export type ConfirmDialogProps = { readonly place: PasskeyPlaceView; readonly onClose: (isShown: boolean) => void };

/** Before what could lead money away: shows that it is still the person who signed in. */
export function ConfirmDialog({ place, onClose }: ConfirmDialogProps) {
  const query = useQuery(confirmWaysQuery());
  const support = usePasskeySupport(place);
  return (
    <Dialog
      isOpen
      staysOnOutsideClick
      onOpenChange={(isOpen) => !isOpen && onClose(false)}
      title="Confirm it is you"
      description="This could lead money away or open your account to others, so it is asked once every quarter of an hour."
    >
      <Loaded query={query} failure="It could not be asked">
        {(ways) => (
          <ProofForm
            ways={ways}
            hasPasskeys={support?.state === "ready"}
            act="Confirm"
            askForPasskey={askToConfirmByPasskey}
            show={async (proof) => {
              try {
                await confirmItIsMe(proof);
              } catch (error) {
                if (error instanceof RequestFailure) return Object.values(error.fields)[0] ?? error.message;
                throw error;
              }
              onClose(true);
              return null;
            }}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
