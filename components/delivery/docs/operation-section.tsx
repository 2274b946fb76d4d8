import { FieldTable } from "@/components/delivery/docs/field-table";
import { operationPath, parameterId } from "@/components/delivery/docs/places";
import { Prose } from "@/components/delivery/docs/prose";
import type { ReferenceOperation } from "@/components/delivery/docs/reference-types";
import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";

/**
 * One operation: its description, parameters, response, errors, and an example of request and
 * response.
 */
export function OperationSection({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, title, description } = operation;
  const name = `${method} ${path}`;
  return (
    <article id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 border-t border-line pt-7 pb-9">
      <h2 id={`${id}-title`} className="text-title font-semibold tracking-tight">
        <a href={`#${id}`} className="hover:underline hover:decoration-line-strong hover:underline-offset-4">
          {title}
        </a>
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <code className="font-mono text-small break-all">
          <span className="font-semibold text-accent">{method}</span> {path}
        </code>
        <Badge>{keyText(operation.keys)}</Badge>
      </p>
      <p className="mt-3 max-w-prose text-ink-soft">
        <Prose text={description} />
      </p>
      <Parameters operation={operation} />
      <Heading>Response</Heading>
      <Answer operation={operation} />
      <Refusals refusals={operation.refusals} />
      <div className="mt-5 grid grid-cols-1 items-start gap-4 2xl:grid-cols-2">
        <div className="min-w-0">
          <p className="mb-1.5 text-small font-semibold">Example</p>
          <CodeBlock what={`request of ${name}`} code={operation.request} />
        </div>
        <div className="min-w-0">
          <p className="mb-1.5 text-small font-semibold">Its answer</p>
          <CodeBlock what={`response of ${name}`} code={operation.answer} />
        </div>
      </div>
    </article>
  );
}

function keyText(keys: readonly string[]): string {
  if (keys.length === 0) return "public, no signature";
  return keys.length > 1 ? "either key" : `${keys[0]} key`;
}

function Heading({ children }: { children: string }) {
  return <h3 className="mt-5 mb-1 text-small font-semibold">{children}</h3>;
}

function Answer({ operation: { method, path, result, members, sameAs } }: { operation: ReferenceOperation }) {
  if (sameAs !== null) {
    return (
      <p className="text-small text-ink-soft">
        <code className="font-mono">result</code> is the same object as in the answer of{" "}
        <a href={operationPath(sameAs)} className="font-medium text-accent underline underline-offset-4">
          {sameAs.title}
        </a>
        .
      </p>
    );
  }
  const ending = members.length === 0 ? "." : result.startsWith("a list") ? ", each with:" : " with:";
  return (
    <>
      <p className="text-small text-ink-soft">
        <code className="font-mono">result</code> is {`${result}${ending}`}
      </p>
      {members.length > 0 && <FieldTable label={`Response of ${method} ${path}`} rows={members} isRequest={false} />}
    </>
  );
}

function Parameters({ operation }: { operation: ReferenceOperation }) {
  const { id, parameters, choices, method, path } = operation;
  if (parameters.length === 0) {
    return <p className="mt-3 text-small text-ink-quiet">No parameters.</p>;
  }
  return (
    <>
      <Heading>Parameters</Heading>
      {choices.length > 0 && (
        <p className="text-small text-ink-soft">
          <Prose text={`At least one of ${choices.map((choice) => `\`${choice}\``).join(", ")} is required.`} />
        </p>
      )}
      <FieldTable
        label={`Parameters of ${method} ${path}`}
        rows={parameters}
        isRequest
        anchorOf={(name) => parameterId(id, name)}
      />
    </>
  );
}

function Refusals({ refusals }: { refusals: readonly string[] }) {
  if (refusals.length === 0) return null;
  return (
    <>
      <Heading>Errors</Heading>
      <ul className="flex flex-wrap gap-1.5">
        {refusals.map((text) => (
          <li key={text} className="rounded bg-sunken px-1.5 py-0.5 font-mono text-label break-words">
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}
