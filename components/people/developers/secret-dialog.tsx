"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";

/** The only time that a key's secret is seen. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      staysOnOutsideClick
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Your new key"
      description="Copy it now. It is stored encrypted and can't be shown again."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="flex items-center gap-2 rounded-control border border-line bg-sunken p-3">
        <code className="min-w-0 flex-1 break-all text-small">{secret}</code>
        <CopyButton text={secret} what="key" label="Copy" />
      </div>
    </Dialog>
  );
}
