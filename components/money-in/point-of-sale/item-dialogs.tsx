"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import type { FormField } from "@/components/ui/form-fields";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import {
  type ChangeItemForm,
  changeItemInput,
  type NewItemForm,
  newItemInput,
  type PosItemView,
} from "@/lib/money-in/point-of-sale/dashboard-schema";

function fieldsIn(currency: string): readonly FormField<NewItemForm>[] {
  return [
    { name: "name", label: "Name", placeholder: "Green tea" },
    { name: "price", kind: "amount", label: `Price in ${currency}`, placeholder: "3.50" },
  ];
}

/** Adds an item in the currency of the terminals. */
export function NewItemDialog({ currency, onClose }: { readonly currency: string; readonly onClose: () => void }) {
  const command = useFormCommand<NewItemForm>(newItemInput, () => ({ name: "", price: "" }), {
    send: rpc.pointOfSale.createItem.mutate,
    done: "The item is on sale.",
    onDone: onClose,
  });
  return <FormDialog command={command} title="New item" act="Add" fields={fieldsIn(currency)} onClose={onClose} />;
}

/** Changes or archives an item. */
export function ChangeItemDialog({ item, onClose }: { readonly item: PosItemView; readonly onClose: () => void }) {
  const { id, name, price, isArchived, currency } = item;
  const command = useFormCommand<ChangeItemForm>(changeItemInput, () => ({ id, name, price, isArchived }), {
    send: rpc.pointOfSale.changeItem.mutate,
    done: "Changed.",
    onDone: onClose,
  });
  const archive = { name: "isArchived", kind: "check", label: "Archived: no longer offered" } as const;
  return (
    <FormDialog
      command={command}
      title={`Change ${name}`}
      description="A terminal that is offline shows the change when its connection returns. Until then, its sales at the former price are refused."
      act="Save"
      fields={[...fieldsIn(currency), archive]}
      onClose={onClose}
    />
  );
}
