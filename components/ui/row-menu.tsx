"use client";

import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";

export type RowMenuProps = {
  /** Names the row: "Actions for Paper Lantern". */
  readonly label: string;
  /** Menu items. */
  readonly children: ReactNode;
};

/** The actions of a row that nobody should start by a slip of the finger. */
export function RowMenu({ label, children }: RowMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={label}>
          <Ellipsis aria-hidden className="size-4.5" />
        </Button>
      }
    >
      {children}
    </Menu>
  );
}
