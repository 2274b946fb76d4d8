"use client";

import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";

export type DialogButtonProps = Pick<ButtonProps, "variant" | "size" | "aria-label" | "disabled"> & {
  readonly label: ReactNode;
  /** The dialog. Recreated on each opening, so that it keeps no earlier state. */
  readonly children: (close: () => void) => ReactNode;
};

/** A button that opens a dialog. */
export function DialogButton({ label, children, size = "small", ...looks }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...looks} size={size} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
