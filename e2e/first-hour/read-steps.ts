/** One line of docs/first-hour.md that the reader has to do or to see. */
export type Step =
  | { readonly act: "open"; readonly path: string }
  | { readonly act: "follow" | "press" | "unfold" | "see"; readonly name: string }
  | { readonly act: "press-to-new-tab"; readonly name: string }
  | { readonly act: "write" | "choose"; readonly what: string; readonly label: string }
  | { readonly act: "close-tab" }
  | { readonly act: "run"; readonly script: string }
  | { readonly act: "terminal-says"; readonly text: string };

const FORMS: readonly (readonly [RegExp, (first: string, second: string) => Step])[] = [
  [/^Open `([^`]+)`\.$/, (path) => ({ act: "open", path })],
  [/^Follow \*\*(.+)\*\* in the menu\.$/, (name) => ({ act: "follow", name })],
  [/^Press \*\*(.+)\*\*, which opens a new tab\.$/, (name) => ({ act: "press-to-new-tab", name })],
  [/^Press \*\*(.+)\*\*\.$/, (name) => ({ act: "press", name })],
  [/^Unfold \*\*(.+)\*\*\.$/, (name) => ({ act: "unfold", name })],
  [/^Write `([^`]+)` as \*\*(.+)\*\*\.$/, (what, label) => ({ act: "write", what, label })],
  [/^Choose \*\*(.+)\*\* as \*\*(.+)\*\*\.$/, (what, label) => ({ act: "choose", what, label })],
  [/^Close the tab\.$/, () => ({ act: "close-tab" })],
  [/^You see \*\*(.+)\*\*\.$/, (name) => ({ act: "see", name })],
  [/^The second terminal says `([^`]+)`\.$/, (text) => ({ act: "terminal-says", text })],
];

/** A chapter's title and its steps. The last chapter links to other pages and has none. */
export type Chapter = { readonly title: string; readonly steps: readonly Step[] };

/**
 * Returns the steps of the page, in order. @throws Error for a line that is neither prose nor a
 * known step
 */
export function readSteps(page: string): readonly Chapter[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [title = "", ...rest] = text.split("\n");
      return { title, steps: title === "Where to go from here" ? [] : stepsOf(rest.join("\n")) };
    });
}

function stepsOf(text: string): readonly Step[] {
  const script = /^```bash\n([\s\S]*?)^```$/m.exec(text)?.[1];
  const lines = text.split("\n").filter((line) => line.startsWith("- "));
  const steps = lines.map((line) => readStep(line.slice(2)));
  return script === undefined ? steps : [{ act: "run", script }, ...steps];
}

function readStep(line: string): Step {
  for (const [form, make] of FORMS) {
    const match = form.exec(line);
    if (match) return make(match[1] ?? "", match[2] ?? "");
  }
  throw new Error(`docs/first-hour.md says what the test cannot do: ${line}`);
}
