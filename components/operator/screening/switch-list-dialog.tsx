"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { rpc } from "@/lib/fronts/client/rpc";
import type { ScreeningListView } from "@/lib/people/screening/schema";

/** Has a version of a list asked, or not asked any more. */
export function SwitchListDialog({ list, onClose }: { list: ScreeningListView; onClose: () => void }) {
  const { id, name, version, isActive } = list;
  return (
    <ConfirmDialog
      title={`Switch ${name}, version ${version}, ${isActive ? "off" : "on"}?`}
      description={
        isActive
          ? "From now on nobody is looked up in it. What it holds already stays held until you decide."
          : "From now on its addresses are looked up, and no other version of it. What went through before is not looked at again."
      }
      act={`Switch ${isActive ? "off" : "on"}`}
      tone={isActive ? "danger" : "primary"}
      send={() => rpc.operator.screening.setListActive.mutate({ id, isActive: !isActive })}
      done={isActive ? "The list is off." : "The list is on."}
      onClose={onClose}
    />
  );
}
