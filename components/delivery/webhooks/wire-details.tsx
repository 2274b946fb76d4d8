import { CodeBlock } from "@/components/ui/code-block";
import type { HeaderListView } from "@/lib/delivery/webhooks/schema";

export type WireDetailsProps = {
  /** "Request" or "Response", for screen readers and headings. */
  readonly what: string;
  readonly headers: HeaderListView | null;
  readonly body: string | null;
  /** Shown for an empty body. */
  readonly withoutBody: string;
};

/** Headers and body of a request or a response, byte for byte. */
export function WireDetails({ what, headers, body, withoutBody }: WireDetailsProps) {
  return (
    <div className="flex flex-col gap-2">
      <h4 className="text-small font-medium">{what}</h4>
      {headers && headers.length > 0 && (
        <CodeBlock
          what={`${what.toLowerCase()} headers`}
          code={headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
        />
      )}
      {body ? (
        <CodeBlock what={`${what.toLowerCase()} body`} code={body} isWrapped />
      ) : (
        <p className="text-small text-ink-soft">{withoutBody}</p>
      )}
    </div>
  );
}
