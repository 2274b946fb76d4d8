"use client";

import { Keys } from "@/components/fronts/palette/keys";
import { useModKey } from "@/components/fronts/palette/mod-key";
import type { PaletteCommand } from "@/components/fronts/palette/palette-commands";
import { Dialog } from "@/components/ui/dialog";

export type ShortcutsDialogProps = { readonly commands: readonly PaletteCommand[]; readonly onClose: () => void };

const EVERYWHERE = [
  { label: "Focus the page's search field", keys: ["/"] },
  { label: "Next row of the list", keys: ["J"] },
  { label: "Previous row of the list", keys: ["K"] },
  { label: "Open the row", keys: ["Enter"] },
  { label: "Show this list", keys: ["?"] },
] as const;

/** All shortcuts with their actions. */
export function ShortcutsDialog({ commands, onClose }: ShortcutsDialogProps) {
  const palette = { label: "Search and commands", keys: [useModKey().symbol, "K"] };
  const ofPages = commands.flatMap(({ label, keys, group }) => (keys ? [{ label: labelOf(group, label), keys }] : []));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Keyboard shortcuts"
      description="Press the keys one after the other. Shortcuts are disabled while you type in a field."
    >
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {[palette, ...EVERYWHERE, ...ofPages].map(({ label, keys }) => (
          <li key={label} className="flex items-center justify-between gap-3 border-b border-line py-1.5 text-small">
            {label}
            <Keys keys={keys} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function labelOf(group: PaletteCommand["group"], label: string): string {
  return group === "Create" ? label : `Go to ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
