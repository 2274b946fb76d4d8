/**
 * Checks whether the text of a page fits. Runs in the browser, on pages rendered into a separate
 * frame, without requests and without their script, so that many are checked per second. What a
 * press would open or show is shown at once.
 */

/** Languages without spaces between words, or where lines may break inside them. */
const WITHOUT_SPACES: readonly string[] = ["ja", "ko", "th", "zh-CN", "zh-TW"];

/** Addresses and shop names, which have no maximum word length. */
const MAY_BREAK = "code, .name";

type Frame = Readonly<Record<"left" | "right" | "top" | "bottom", number>> & { readonly isCutting: boolean };

let drawnIn: HTMLIFrameElement | null = null;

/** Returns the texts that do not fit at this width in pixels; empty if all do. */
export function findCramped(html: string, width: number): string[] {
  drawnIn ??= addFrame();
  drawnIn.style.width = `${width}px`;
  const page = drawnIn.contentDocument;
  if (page === null) throw new Error("a frame without a document");
  page.open();
  page.write(html);
  page.close();
  openAll(page);
  sayLongest(page, "done");
  const found = new Set(faultsOf(page));
  turnOver(page);
  for (const fault of faultsOf(page)) found.add(fault);
  return [...found];
}

function addFrame(): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-same-origin");
  frame.style.cssText = "position: absolute; inset: 0; height: 740px; border: 0";
  document.body.append(frame);
  return frame;
}

function openAll(page: Document): void {
  page.documentElement.classList.add("js", "has-wallet");
  for (const folded of page.querySelectorAll("details")) folded.open = true;
  for (const hidden of page.querySelectorAll("[hidden]")) hidden.removeAttribute("hidden");
  // Few browsers can hyphenate every language: words have to fit without.
  for (const name of page.querySelectorAll("dt")) name.style.hyphens = "manual";
}

/** The temporary text of a copy button, if it is longer than its label. */
function sayLongest(page: Document, after: "done" | "failed"): void {
  for (const button of page.querySelectorAll<HTMLElement>("[data-copy]")) {
    const label = button.querySelector("span");
    const said = button.dataset[after] ?? "";
    if (label !== null && said.length > label.textContent.length) label.textContent = said;
  }
}

/** Shows the other tab, and the texts after a failed copy or while a form is being submitted. */
function turnOver(page: Document): void {
  sayLongest(page, "failed");
  const tab = page.querySelector<HTMLInputElement>('input[name="qr"]:not(:checked)');
  if (tab !== null) tab.checked = true;
  for (const form of page.querySelectorAll<HTMLElement>("form[data-busy]")) {
    const button = form.querySelector("button:not([type=button])");
    if (button !== null) button.textContent = form.dataset["busy"] ?? "";
  }
}

function faultsOf(page: Document): string[] {
  const root = page.documentElement;
  const faults = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} pixels wide`] : [];
  const mayBreak = WITHOUT_SPACES.includes(root.lang);
  const frames = new Map<Element, Frame>();
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const parent = text.parentElement;
    if (parent === null || parent.closest(".unseen, script, style, svg") !== null) continue;
    const lines = parent.closest("pre") === null ? linesOf(text, 0, text.length) : inkOf(text);
    const left = boxThatIsLeft(lines, parent, frames);
    if (left !== null) faults.push(`“${text.data}” leaves ${left.tagName.toLowerCase()}.${left.className}`);
    if (mayBreak || lines.length < 2 || parent.closest(MAY_BREAK) !== null) continue;
    for (const word of brokenWords(text)) faults.push(`“${word}” is broken in “${text.data}”`);
  }
  for (const field of page.querySelectorAll<HTMLInputElement>("input[placeholder]"))
    if (isHintCut(field)) faults.push(`the hint “${field.placeholder}” is cut off`);
  return faults;
}

function linesOf(text: Text, from: number, to: number): readonly DOMRect[] {
  const range = text.ownerDocument.createRange();
  range.setStart(text, from);
  range.setEnd(text, to);
  return [...range.getClientRects()];
}

/** Without the trailing spaces of its lines, which overflow invisibly. */
function inkOf(text: Text): readonly DOMRect[] {
  return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => linesOf(text, index, index + word.length));
}

/**
 * Returns the innermost box around a text that does not contain all of it: horizontally, and if it
 * clips, also vertically.
 */
function boxThatIsLeft(lines: readonly DOMRect[], parent: Element, frames: Map<Element, Frame>): Element | null {
  const start = Math.min(...lines.map(({ left }) => left)) + 1;
  const end = Math.max(...lines.map(({ right }) => right)) - 1;
  const top = Math.min(...lines.map((line) => (line.top + line.bottom) / 2));
  const bottom = Math.max(...lines.map((line) => (line.top + line.bottom) / 2));
  for (let box: Element | null = parent; lines.length > 0 && box !== null; box = box.parentElement) {
    const frame = frames.get(box) ?? frameOf(box);
    frames.set(box, frame);
    if (start < frame.left || end > frame.right) return box;
    if (frame.isCutting && (top < frame.top || bottom > frame.bottom)) return box;
  }
  return null;
}

function frameOf(box: Element): Frame {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return { left, right, top, bottom, isCutting: getComputedStyle(box).overflow !== "visible" };
}

/** Returns the broken words where a word that is too long may break anywhere. */
function brokenWords(text: Text): string[] {
  return [...text.data.matchAll(/[\p{L}\p{M}]{2,}/gu)]
    .filter(({ 0: word, index }) => {
      const [first, ...others] = linesOf(text, index, index + word.length);
      return others.some((other) => first !== undefined && other.top >= first.bottom - 2);
    })
    .map(([word]) => word);
}

function isHintCut(field: HTMLInputElement): boolean {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  const pen = document.createElement("canvas").getContext("2d");
  if (pen === null) return false;
  pen.font = font;
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return pen.measureText(field.placeholder).width > room;
}
