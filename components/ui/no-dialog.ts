/** While a dialog or menu is open, keys belong to it. */
export function hasNoDialog(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') === null;
}
