import { type Span, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { AppError } from "@/lib/kernel/errors";
import type { Attributes, OpenSpan } from "@/lib/kernel/work-context";

/** Ids of the first span of a trace. */
export type Root = { readonly traceId: string; readonly spanId: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the ids of the first span of a request's or an object's trace. Every process derives them
 * from the id, so no trace context is stored or sent. Null if it is not a UUID.
 */
export function rootOf(id: string): Root | null {
  if (!UUID.test(id)) return null;
  const traceId = id.replaceAll("-", "").toLowerCase();
  return { traceId, spanId: traceId.slice(16) };
}

/** Records the same time as another span does, in other traces. */
type Others = {
  /** As the first span of an object's trace. */
  readonly begin: (root: Root, kind: string) => void;
  readonly end: () => void;
};

/** A span of the SDK. What fails in it is lost, and never fails the work that it describes. */
export class RecordedSpan implements OpenSpan {
  readonly span: Span;
  readonly #others: Others;

  constructor(span: Span, others: Others) {
    this.span = span;
    this.#others = others;
  }

  set(attributes: Attributes): void {
    quietly(() => this.span.setAttributes({ ...attributes }));
  }

  linkTo(id: string, kind: string | null): void {
    const root = rootOf(id);
    if (root === null) return;
    quietly(() => this.span.addLink({ context: { ...root, traceFlags: TraceFlags.SAMPLED } }));
    if (kind !== null) quietly(() => this.#others.begin(root, kind));
  }

  /** Has only the kind of an error: its message may contain anything. */
  end(error?: unknown): void {
    quietly(() => {
      if (error !== undefined) {
        this.span.setStatus({ code: SpanStatusCode.ERROR });
        this.span.setAttribute("error.type", kindOf(error));
      }
      this.#others.end();
      this.span.end();
    });
  }
}

function kindOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : "unknown";
}

function quietly(run: () => unknown): void {
  try {
    run();
  } catch {
    // The span is lost.
  }
}
