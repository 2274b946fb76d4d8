import { type Context, ROOT_CONTEXT, type Span, SpanKind, TraceFlags, trace } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-node";
import { openExporter } from "@/lib/kernel/tracing/otel-exporter";
import { RecordedSpan, type Root, rootOf } from "@/lib/kernel/tracing/recorded-span";
import type { NewSpan, Recorder } from "@/lib/kernel/tracing/recorder";
import type { OpenSpan } from "@/lib/kernel/work-context";

/** Spans in memory at most; further ones are dropped until the collector takes some. */
const QUEUE_MAX = 2_048;
const BATCH_MAX = 512;
const SEND_EVERY_MS = 2_000;
const EXPORT_MS_MAX = 6_000;
/** A process that ends waits so long for the collector. */
const STOP_MS_MAX = 2_000;

export type RecorderSettings = {
  /** Base address of the collector; `/v1/traces` is appended. */
  readonly endpoint: string;
  readonly sampler: string;
  /** Part of the traces for the samplers by ratio, from 0 to 1. */
  readonly ratio: number;
  readonly service: string;
};

/**
 * Decides by the trace's id alone, so that all processes decide alike and a trace is recorded as a
 * whole. Parents never decide: none comes from elsewhere.
 */
function samplerOf({ sampler, ratio }: Pick<RecorderSettings, "sampler" | "ratio">): Sampler {
  if (sampler.endsWith("always_off")) return new AlwaysOffSampler();
  return sampler.endsWith("always_on") || ratio === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio);
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** For a span that could not be started. */
const NO_SPAN: OpenSpan = { set: () => undefined, linkTo: () => undefined, end: () => undefined };

/** Begins to record. */
export function openRecorder(settings: RecorderSettings): Recorder {
  /** The ids of the span that is being started; otherwise they are random. */
  let next: Root | null = null;
  const random = new RandomIdGenerator();
  const processor = new BatchSpanProcessor(openExporter(settings), {
    maxQueueSize: QUEUE_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: EXPORT_MS_MAX,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": settings.service, "process.pid": process.pid }),
    sampler: samplerOf(settings),
    idGenerator: {
      generateTraceId: () => next?.traceId ?? random.generateTraceId(),
      generateSpanId: () => next?.spanId ?? random.generateSpanId(),
    },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("chaintill");
  /** Starts the first span of a trace. Synchronous, so no other span takes its ids. */
  const startRoot = (root: Root, start: () => Span): Span => {
    next = root;
    try {
      return start();
    } finally {
      next = null;
    }
  };

  const start = ({ name, kind, trace: id, isRoot = false, parent, also = [], attributes = {} }: NewSpan): OpenSpan => {
    const startTime = Date.now();
    const options = { kind: KINDS[kind], attributes: { ...attributes } };
    const root = id === null ? null : rootOf(id);
    const outer = parent instanceof RecordedSpan ? parent.span : null;
    const isSameTrace = root === null || outer?.spanContext().traceId === root.traceId;
    const links = outer !== null && !isSameTrace ? [{ context: outer.spanContext() }] : [];
    const span =
      isRoot && root !== null
        ? startRoot(root, () => tracer.startSpan(name, options, ROOT_CONTEXT))
        : tracer.startSpan(name, { ...options, links }, contextOf(outer !== null && isSameTrace ? outer : root));
    const linked = () => ({ ...options, startTime, links: [{ context: span.spanContext() }] });
    return new RecordedSpan(span, {
      begin: (to, object) => {
        const first = { ...linked(), attributes: { "chaintill.object": object } };
        startRoot(to, () => tracer.startSpan(name, first, ROOT_CONTEXT)).end();
      },
      end: () => {
        for (const other of also) tracer.startSpan(name, linked(), contextOf(rootOf(other))).end();
      },
    });
  };
  const startOrNone = (span: NewSpan) => {
    try {
      return start(span);
    } catch {
      return NO_SPAN;
    }
  };
  const stop = async () => {
    const limit = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS_MAX).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), limit]);
  };
  return { start: startOrNone, stop };
}

function contextOf(parent: Span | Root | null): Context {
  if (parent === null) return ROOT_CONTEXT;
  if ("spanContext" in parent) return trace.setSpan(ROOT_CONTEXT, parent);
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}
