"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";

const THEMES = [
  { id: "light", label: "Light", icon: Sun },
  { id: "dark", label: "Dark", icon: Moon },
  { id: "system", label: "System", icon: Monitor },
] as const;

export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  // Only the browser knows the active theme; until then none is marked.
  const isMounted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label="Theme">
          <Sun aria-hidden className="size-4.5 dark:hidden" />
          <Moon aria-hidden className="hidden size-4.5 dark:block" />
        </Button>
      }
    >
      {THEMES.map(({ id, label, icon }) => (
        <MenuItem key={id} icon={icon} isChosen={isMounted && theme === id} onSelect={() => setTheme(id)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
