import { cloneElement, createElement, Fragment, isValidElement, type ReactNode } from "react";
import type { DialogProps } from "@/components/ui/dialog";
import type { MenuItemProps, MenuProps } from "@/components/ui/menu";

/**
 * Menus and dialogs in their open state: the server renders neither, because they are portalled to
 * the body of a browser's page.
 */

export function Menu({ trigger, children }: MenuProps): ReactNode {
  const marked = isValidElement<{ "aria-haspopup"?: "menu" }>(trigger)
    ? cloneElement(trigger, { "aria-haspopup": "menu" })
    : trigger;
  return createElement(Fragment, null, marked, children);
}

export function MenuItem({ children }: MenuItemProps): ReactNode {
  return createElement("div", { role: "menuitem" }, children);
}

export function Dialog({ isOpen, title, description, children, footer }: DialogProps): ReactNode {
  return isOpen ? createElement("section", { "aria-label": title }, description, children, footer) : null;
}
