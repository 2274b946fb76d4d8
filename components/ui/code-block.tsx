import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";

export type CodeBlockProps = {
  readonly code: string;
  /** Description of the content: "example request". */
  readonly what: string;
  /** For one long line, such as a signed body: wrapped to fit, and copied unchanged. */
  readonly isWrapped?: boolean;
};

export function CodeBlock({ code, what, isWrapped = false }: CodeBlockProps) {
  return (
    <div className="flex items-start rounded-control border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={what} className="max-h-96 min-w-0 flex-1 overflow-auto rounded-control p-3.5">
        <pre className={classNames("font-mono text-label leading-5", isWrapped && "whitespace-pre-wrap wrap-anywhere")}>
          {code}
        </pre>
      </section>
      <div className="shrink-0 p-1.5">
        <CopyButton text={code} what={what} />
      </div>
    </div>
  );
}
