import { speak } from "@/components/payers/pay/script/speaking";

const CONFIRMED_MS = 2_000;

/** One listener for all copy buttons, including those added later. */
export function startCopying(): void {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("#print")) window.print();
    const button = target?.closest<HTMLElement>("[data-copy]");
    if (button) void copy(button);
  });
}

/**
 * Amounts are formatted in the reader's language. Selected and copied by hand they yield the same
 * as the button: plain digits with a point.
 */
export function startPlainCopies(): void {
  document.addEventListener("copy", (event) => {
    const marked = getSelection();
    const amount = marked?.anchorNode?.parentElement?.closest<HTMLElement>("[data-plain]");
    if (!amount || marked?.toString().trim() !== amount.textContent) return;
    event.clipboardData?.setData("text/plain", amount.dataset.plain ?? "");
    event.preventDefault();
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const { copy: value = "", said = "", done = "", failed = "" } = button.dataset;
  const isCopied = await toClipboard(value);
  const label = button.querySelector("span");
  if (label === null) return;
  const before = label.dataset.before ?? label.textContent ?? "";
  label.dataset.before = before;
  label.textContent = isCopied ? done : failed;
  button.classList.toggle("copied", isCopied);
  speak(isCopied ? said : failed);
  setTimeout(() => {
    label.textContent = before;
    button.classList.remove("copied");
  }, CONFIRMED_MS);
}

async function toClipboard(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // The only way in old browsers, and on pages without https.
    return copyFromField(value);
  }
}

function copyFromField(value: string): boolean {
  const field = document.createElement("textarea");
  field.value = value;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}
