"use client";

import { useQuery } from "@tanstack/react-query";
import { ProofForm } from "@/components/people/auth/proof-form";
import { usePasskeySupport } from "@/components/people/auth/use-passkey-support";
import { Loaded } from "@/components/ui/query-states";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import type { PasskeyPlaceView } from "@/lib/people/identity/second-factor-schema";

/** This form is itself shown after a refusal, so a further one must not open another dialog. */
const HERE = { mayAskAgain: false } as const;

export type ConfirmFormProps = { readonly place: PasskeyPlaceView; readonly onShown: () => void };

/** Re-authenticates the signed-in user. */
export function ConfirmForm({ place, onShown }: ConfirmFormProps) {
  const query = useQuery({
    ...rpc.account.confirm.ways.queryOptions(undefined, { gcTime: 0, staleTime: 0 }),
    queryFn: ({ signal }) => rpc.account.confirm.ways.query(undefined, { ...HERE, signal }),
  });
  const support = usePasskeySupport(place);
  return (
    <Loaded query={query} failure="Confirmation failed">
      {(ways) => (
        <ProofForm
          ways={ways}
          hasPasskeys={support?.state === "ready"}
          act="Confirm"
          askForPasskey={() => rpc.account.confirm.askForPasskey.mutate(undefined, HERE)}
          show={async (proof) => {
            try {
              await rpc.account.confirm.show.mutate({ proof }, HERE);
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
