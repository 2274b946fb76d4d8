"use client";

import { useQuery } from "@tanstack/react-query";
import { usePasskeySupport } from "@/components/account/use-passkey-support";
import { ProofForm } from "@/components/auth/proof-form";
import { Loaded } from "@/components/ui/query-states";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";
import { askToConfirmByPasskey, confirmItIsMe, confirmWaysQuery } from "@/lib/fronts/client/second-factor";
import type { PasskeyPlaceView } from "@/lib/people/identity/second-factor-schema";

export type ConfirmFormProps = { readonly place: PasskeyPlaceView; readonly onShown: () => void };

/** Shows that it is still the person who signed in. */
export function ConfirmForm({ place, onShown }: ConfirmFormProps) {
  const query = useQuery(confirmWaysQuery());
  const support = usePasskeySupport(place);
  return (
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
            onShown();
            return null;
          }}
        />
      )}
    </Loaded>
  );
}
