"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { useModKey } from "@/components/fronts/palette/mod-key";
import { commandsFor, type PaletteViewer } from "@/components/fronts/palette/palette-commands";
import { Button } from "@/components/ui/button";
import { hasNoDialog } from "@/components/ui/no-dialog";
import { leaveIfConfirmed } from "@/lib/fronts/client/unsaved";

/** Loaded when first opened. */
const Palette = dynamic(() => import("@/components/fronts/palette/palette").then((module) => module.Palette), {
  ssr: false,
});
const ShortcutsDialog = dynamic(
  () => import("@/components/fronts/palette/shortcuts-dialog").then((module) => module.ShortcutsDialog),
  { ssr: false },
);

/**
 * The button that opens the palette, and the shortcuts of every signed-in page. Shortcuts are
 * disabled while typing.
 */
export function CommandCenter(viewer: PaletteViewer) {
  const router = useRouter();
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const mod = useModKey();
  const commands = commandsFor(viewer);
  const sequences = new Map(commands.flatMap(({ keys, href }) => (keys ? [[keys.join(">"), href] as const] : [])));
  useHotkeys("mod+k", () => setOpen((before) => (before === "palette" ? null : "palette")), {
    enableOnFormTags: true,
    preventDefault: true,
  });
  useHotkeys("/", () => focusSearch() || setOpen("palette"), {
    useKey: true,
    ignoreModifiers: true,
    preventDefault: true,
    enabled: hasNoDialog,
  });
  useHotkeys("?", () => setOpen("shortcuts"), { useKey: true, ignoreModifiers: true, enabled: hasNoDialog });
  useHotkeys(
    [...sequences.keys()],
    (_, { hotkey }) => {
      const href = sequences.get(hotkey);
      if (href !== undefined) leaveIfConfirmed(() => router.push(href));
    },
    { enabled: hasNoDialog },
    [sequences, router],
  );
  const close = () => setOpen(null);
  return (
    <>
      <Button
        variant="quiet"
        onClick={() => setOpen("palette")}
        aria-label="Search and commands"
        aria-keyshortcuts={`${mod.name}+K`}
      >
        <Search aria-hidden className="size-4.5" />
        <span className="hidden text-small sm:inline">Search</span>
        <kbd className="hidden rounded border border-line-strong/60 px-1.5 font-sans text-label text-ink-quiet sm:inline">
          {mod.symbol} K
        </kbd>
      </Button>
      {open === "palette" && (
        <Palette
          commands={commands}
          hasMerchant={viewer.role !== null}
          onClose={close}
          onShortcuts={() => setOpen("shortcuts")}
        />
      )}
      {open === "shortcuts" && <ShortcutsDialog commands={commands} onClose={close} />}
    </>
  );
}

/** Focuses the page's own search field, if it has one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}
