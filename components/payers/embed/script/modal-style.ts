/** Inside a shadow root: it neither inherits the shop's styles nor affects them. */
export const MODAL_STYLE = `
dialog {
  box-sizing: border-box;
  width: min(480px, calc(100vw - 32px));
  height: min(860px, calc(100vh - 48px));
  max-width: none;
  max-height: none;
  padding: 0;
  border: 0;
  border-radius: 18px;
  overflow: hidden;
  background: #fbfaf8;
  color: #181b20;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  box-shadow: 0 24px 80px rgb(10 12 18 / 40%);
}
dialog[open] { display: grid; grid-template-rows: auto auto minmax(0, 1fr); }
dialog::backdrop { background: rgb(10 12 18 / 60%); }
header { display: flex; justify-content: flex-end; padding: 4px; }
button {
  min-width: 44px;
  min-height: 44px;
  padding: 0 16px;
  border: 0;
  border-radius: 12px;
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { background: rgb(125 125 135 / 16%); }
a { color: inherit; font-weight: 600; }
:focus-visible { outline: 3px solid #3d4cb8; outline-offset: -3px; }
p { margin: 0; padding: 8px 20px 16px; }
[hidden] { display: none; }
iframe { display: block; grid-row: 3; width: 100%; height: 100%; border: 0; }
@media (max-width: 560px) {
  dialog { width: 100vw; height: 100vh; height: 100dvh; border-radius: 0; }
}
@media (prefers-color-scheme: dark) {
  dialog { background: #0f1014; color: #edeef1; }
  :focus-visible { outline-color: #96acfe; }
}
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: appear 0.18s ease-out; }
  @keyframes appear { from { opacity: 0; transform: translateY(12px); } }
}
`;

/** Falls back to a constructed style sheet if the shop's CSP forbids style elements. */
export function putStyle(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(MODAL_STYLE);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const style = document.createElement("style");
    style.textContent = MODAL_STYLE;
    root.append(style);
  }
}
