"use client";

import { useMutation } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import { toast } from "sonner";
import { useSilentForm } from "@/components/people/account/use-silent-form";
import { CopyButton } from "@/components/ui/copy-button";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import {
  confirmTotpInput,
  type StartedTotp,
  startTotpInput,
  turnOffTotpInput,
} from "@/lib/people/identity/second-factor-schema";

const SIZE_PX = 184;
const GROUP = /.{1,4}/g;

export type SetUpAppDialogProps = {
  readonly onCodes: (codes: readonly string[] | null) => void;
  readonly onClose: () => void;
};

/** Sets up an authenticator app: first the password, then its QR code, then a code from it. */
export function SetUpAppDialog({ onCodes, onClose }: SetUpAppDialogProps) {
  const start = useMutation({
    mutationFn: (form: { password: string }) => rpc.account.secondFactor.startTotp.mutate(form),
  });
  if (start.data) return <ScanDialog started={start.data} onCodes={onCodes} onClose={onClose} />;
  return <PasswordDialog send={start.mutateAsync} onClose={onClose} />;
}

type PasswordDialogProps = {
  readonly send: (form: { password: string }) => Promise<unknown>;
  readonly onClose: () => void;
};

function PasswordDialog({ send, onClose }: PasswordDialogProps) {
  const command = useSilentForm(startTotpInput, () => ({ password: "" }), send);
  return (
    <FormDialog
      command={command}
      title="Set up an authenticator app"
      description="Use any authenticator app on a phone or in a password manager. Enter your password first."
      act="Continue"
      fields={[{ name: "password", kind: "password", label: "Password" }]}
      onClose={onClose}
    />
  );
}

function ScanDialog({ started, onCodes, onClose }: SetUpAppDialogProps & { readonly started: StartedTotp }) {
  const { secret, uri } = started;
  const command = useSilentForm(
    confirmTotpInput,
    () => ({ code: "" }),
    async (form) => {
      const { recoveryCodes } = await rpc.account.secondFactor.confirmTotp.mutate(form);
      onCodes(recoveryCodes);
      onClose();
      if (recoveryCodes === null) toast.success("From now on you need a code to sign in.");
    },
  );
  return (
    <FormDialog
      command={command}
      title="Set up an authenticator app"
      description="Scan this with the app, or enter the key below. It takes effect once you have entered a code."
      act="Confirm"
      staysOnOutsideClick
      before={
        <div className="flex flex-col items-center gap-3">
          {/* White in both themes: many scanners cannot read light on dark. */}
          <div className="rounded-card bg-white p-3">
            <QRCodeSVG value={uri} size={SIZE_PX} level="M" title="QR code for the authenticator app" />
          </div>
          <div className="flex max-w-full items-center gap-1">
            <code className="text-center text-small [word-spacing:0.25rem]">{secret.match(GROUP)?.join(" ")}</code>
            <CopyButton text={secret} what="secret" />
          </div>
        </div>
      }
      fields={[{ name: "code", kind: "code", label: "Code from the app" }]}
      onClose={onClose}
    />
  );
}

/** Removes the authenticator app; requires the password and a code. */
export function TurnOffAppDialog({ onClose }: { readonly onClose: () => void }) {
  const command = useFormCommand(turnOffTotpInput, () => ({ password: "", code: "" }), {
    send: rpc.account.secondFactor.turnOffTotp.mutate,
    done: "Authenticator app turned off.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={command}
      title="Turn off the authenticator app?"
      description="Its codes are no longer required. Without a passkey, your account is protected by your password only, and your recovery codes stop working."
      act="Turn off"
      tone="danger"
      fields={[
        { name: "password", kind: "password", label: "Password" },
        { name: "code", kind: "anyCode", label: "Code", hint: "From the app, or a recovery code if you lost the app." },
      ]}
      onClose={onClose}
    />
  );
}
