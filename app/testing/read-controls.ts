/** A control of a page, read from the server's markup. */

export type Control = {
  /**
   * `view`: shows the same data differently (tabs, filters, sorting, copying), whatever its text.
   */
  readonly kind: "button" | "view" | "box" | "file" | "link";
  /** The accessible name. */
  readonly name: string;
  /** For links. */
  readonly href: string;
};

type Attributes = Readonly<Record<string, string>>;
type Open = { readonly tag: string; readonly attributes: Attributes; text: string };

const TAG = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)\b([^>]*?)(\/?)>|([^<]+)/g;
const VOID = new Set(["input", "br", "hr", "img", "meta", "link", "source", "wbr", "col"]);
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};
/** Attributes of controls that only change what is shown. */
const VIEWING = ["aria-pressed", "aria-expanded", "aria-haspopup"];

/** Returns every control that is not disabled, directly or by its form. */
export function readControls(html: string): readonly Control[] {
  const controls: Control[] = [];
  const stack: Open[] = [];
  const ended = (open: Open) => controls.push(...controlsOf(open, stack));
  for (const [, closing, tag = "", written = "", selfClosing, text] of html.matchAll(TAG)) {
    if (text !== undefined) for (const open of stack) open.text += decoded(text);
    else if (closing) endUpTo(tag, stack, ended);
    else if (VOID.has(tag) || selfClosing) ended({ tag, attributes: attributesOf(written), text: "" });
    else if (tag !== "") stack.push({ tag, attributes: attributesOf(written), text: "" });
  }
  return controls;
}

function endUpTo(tag: string, stack: Open[], ended: (open: Open) => void): void {
  for (let open = stack.pop(); open !== undefined; open = stack.pop()) {
    ended(open);
    if (open.tag === tag) return;
  }
}

function controlsOf({ tag, attributes, text }: Open, around: readonly Open[]): Control[] {
  const name = (attributes["aria-label"] ?? text).replaceAll(/\s+/g, " ").trim();
  const { href = "" } = attributes;
  if (tag === "a" && href !== "") return [{ kind: "link", name, href }];
  const kind = kindOf(tag, attributes, around, name);
  const isOff = [{ tag: "fieldset", attributes }, ...around].some(
    (one) => one.tag === "fieldset" && "disabled" in one.attributes,
  );
  return kind === null || isOff ? [] : [{ kind, name, href }];
}

function kindOf(tag: string, attributes: Attributes, around: readonly Open[], name: string): Control["kind"] | null {
  const { role, type } = attributes;
  if (tag === "input" && type === "file") return "file";
  if (role === "checkbox" || role === "switch") return "box";
  if (tag !== "button" && role !== "menuitem") return null;
  const isView = role === "tab" || role === "radio" || /^Copy /.test(name) || around.some((one) => one.tag === "th");
  return isView || VIEWING.some((attribute) => attribute in attributes) ? "view" : "button";
}

function attributesOf(written: string): Attributes {
  const pairs = [...written.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, decoded(value)]));
}

const decoded = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
