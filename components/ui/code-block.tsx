import { CopyButton } from "@/components/ui/copy-button";

export type CodeBlockProps = {
  readonly code: string;
  /** What it is, in words: "example request". */
  readonly what: string;
};

export function CodeBlock({ code, what }: CodeBlockProps) {
  return (
    <div className="relative rounded-control border border-line bg-sunken">
      <div className="absolute top-1.5 right-1.5 rounded-control bg-sunken">
        <CopyButton text={code} what={what} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={what} className="max-h-96 overflow-auto p-3.5 pr-11">
        <pre className="font-mono text-label leading-5">{code}</pre>
      </section>
    </div>
  );
}
