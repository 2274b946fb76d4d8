"use client";

import { Menu as MenuIcon, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Logo } from "@/components/frame/logo";
import { Navigation } from "@/components/fronts/shell/navigation";
import { Button } from "@/components/ui/button";

export type PhoneMenuProps = {
  readonly hasMerchant: boolean;
  readonly mayDecide: boolean;
  readonly isOperator: boolean;
  readonly switcher: ReactNode;
};

/** The navigation as a drawer, on screens too narrow for a sidebar. */
export function PhoneMenu({ hasMerchant, mayDecide, isOperator, switcher }: PhoneMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button variant="quiet" size="icon" aria-label="Menu" className="lg:hidden">
          <MenuIcon aria-hidden className="size-5" />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45 lg:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-5 overflow-y-auto border-r border-line bg-surface p-4 lg:hidden"
        >
          <div className="flex items-center justify-between pl-3">
            <Logo />
            <Dialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close menu">
                <X aria-hidden className="size-5" />
              </Button>
            </Dialog.Close>
          </div>
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          {switcher}
          <Navigation
            hasMerchant={hasMerchant}
            mayDecide={mayDecide}
            isOperator={isOperator}
            onNavigate={() => setOpen(false)}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
