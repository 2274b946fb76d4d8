"use client";

import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { setScreeningListActive } from "@/lib/client/operator-screening";
import type { ScreeningListView } from "@/lib/screening/schema";

/** Asks once, in the words of what will happen. */
export function SwitchListDialog({ list, onClose }: { list: ScreeningListView; onClose: () => void }) {
  const { id, name, version, isActive } = list;
  const change = useCommand(setScreeningListActive, {
    done: isActive ? "The list is off." : "The list is on.",
    onDone: onClose,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Switch ${name}, version ${version}, ${isActive ? "off" : "on"}?`}
      description={
        isActive
          ? "From now on nobody is looked up in it. What it holds already stays held until you decide."
          : "From now on its addresses are looked up, and no other version of it. What went through before is not looked at again."
      }
      footer={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button
            variant={isActive ? "danger" : "primary"}
            onClick={() => change.mutate({ id, isActive: !isActive })}
            isBusy={change.isPending}
          >
            Switch {isActive ? "off" : "on"}
          </Button>
        </>
      }
    >
      {change.error && <Notice tone="wrong">{change.error.message}</Notice>}
    </Dialog>
  );
}
