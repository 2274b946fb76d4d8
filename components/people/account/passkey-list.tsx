"use client";

import { AddPasskeyDialog } from "@/components/people/account/add-passkey-dialog";
import { usePasskeySupport } from "@/components/people/auth/use-passkey-support";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { FormDialog } from "@/components/ui/form-dialog";
import { Moment } from "@/components/ui/moment";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { type PasskeyPlaceView, type PasskeyView, passkeyNameInput } from "@/lib/people/identity/second-factor-schema";

export type PasskeyListProps = {
  readonly passkeys: readonly PasskeyView[];
  readonly place: PasskeyPlaceView;
  readonly onCodes: (codes: readonly string[] | null) => void;
};

/** A user's passkeys, and a button to add one if the page can create them. */
export function PasskeyList({ passkeys, place, onCodes }: PasskeyListProps) {
  return (
    <>
      <p>Sign in with your face, fingerprint, PIN or a security key.</p>
      {passkeys.length > 0 && (
        <ul className="mt-3 flex flex-col gap-3">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} isLast={passkeys.length === 1} />
          ))}
        </ul>
      )}
      <div className="mt-3">
        <AddPasskey place={place} onCodes={onCodes} />
      </div>
    </>
  );
}

function AddPasskey({ place, onCodes }: Pick<PasskeyListProps, "place" | "onCodes">) {
  const support = usePasskeySupport(place);
  if (support === null) return null;
  if (support.state === "none") return <p className="text-label text-ink-quiet">{support.reason}</p>;
  if (support.state === "elsewhere") {
    const href = `${support.origin}${routes.account()}`;
    return (
      <p className="text-label text-ink-quiet">
        Passkeys need a domain name in the address. Open{" "}
        <a href={href} className="font-medium text-accent underline-offset-4 hover:underline">
          {support.origin}
        </a>{" "}
        to add one.
      </p>
    );
  }
  return (
    <DialogButton label="Add a passkey…">
      {(close) => <AddPasskeyDialog onCodes={onCodes} onClose={close} />}
    </DialogButton>
  );
}

function PasskeyItem({ passkey, isLast }: { readonly passkey: PasskeyView; readonly isLast: boolean }) {
  const { id, name, isBackedUp, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium text-ink [overflow-wrap:anywhere]">{name}</p>
        <p className="text-label text-ink-quiet">
          added <Moment at={createdAt} />
          {lastUsedAt !== null && (
            <>
              {" "}
              · used <Moment at={lastUsedAt} style="relative" />
            </>
          )}
          {isBackedUp && " · synced across your devices"}
        </p>
      </div>
      <div className="flex gap-2">
        <DialogButton label="Rename…" aria-label={`Rename ${name}`}>
          {(close) => <RenameDialog id={id} name={name} onClose={close} />}
        </DialogButton>
        <DialogButton label="Remove…" aria-label={`Remove ${name}`}>
          {(close) => (
            <ConfirmDialog
              title={`Remove the passkey ${name}?`}
              description={
                isLast
                  ? "You can no longer sign in with it. Without an authenticator app, your account is then protected by your password only."
                  : "You can no longer sign in with it. Your other passkeys keep working."
              }
              leave="Cancel"
              act="Remove passkey"
              tone="danger"
              send={() => rpc.account.passkeys.remove.mutate({ id })}
              done="Passkey removed."
              onClose={close}
            />
          )}
        </DialogButton>
      </div>
    </li>
  );
}

type RenameDialogProps = { readonly id: string; readonly name: string; readonly onClose: () => void };

function RenameDialog({ id, name, onClose }: RenameDialogProps) {
  const command = useFormCommand(passkeyNameInput, () => ({ name }), {
    send: (form) => rpc.account.passkeys.rename.mutate({ id, ...form }),
    done: "Renamed.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={command}
      title="Rename passkey"
      leave="Cancel"
      act="Rename"
      fields={[{ name: "name", label: "Name" }]}
      onClose={onClose}
    />
  );
}
