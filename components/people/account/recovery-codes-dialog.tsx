"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";

export type RecoveryCodesDialogProps = { readonly codes: readonly string[]; readonly onClose: () => void };

/** Shows recovery codes, once only. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join("\n");
  const download = () => {
    const link = document.createElement("a");
    link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes for ${window.location.host}\n\n${text}\n`)}`;
    link.download = "recovery-codes.txt";
    link.click();
  };
  return (
    <Dialog
      isOpen
      staysOnOutsideClick
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Your recovery codes"
      description="Each code signs you in once if you lose your phone or passkey. They are shown only now: store them in a safe place, not on the same phone."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      }
    >
      <ol className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-control border border-line bg-sunken p-4 font-mono text-small tabular-nums sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} what="recovery codes" label="Copy all" />
        <Button size="small" onClick={download}>
          <Download aria-hidden className="size-3.5" />
          Download
        </Button>
      </div>
    </Dialog>
  );
}
