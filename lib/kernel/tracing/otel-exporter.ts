import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { SpanExporter } from "@opentelemetry/sdk-trace-node";
import { log } from "@/lib/kernel/log";

/** Of one export with all its attempts. */
const TIMEOUT_MS = 5_000;
/** A stopping process sends its whole queue. */
const EXPORTS_AT_ONCE = 4;

/**
 * Sends spans to a collector as JSON over HTTP, within five seconds, following no redirect, with
 * the headers of OTEL_EXPORTER_OTLP_HEADERS, which the package reads. What the collector does not
 * take is dropped. A failure is logged once, and when it works again.
 * @param endpoint base address without a trailing slash; `/v1/traces` is appended
 */
export function openExporter({ endpoint }: { readonly endpoint: string }): SpanExporter {
  const url = `${endpoint}/v1/traces`;
  const inner = new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS, concurrencyLimit: EXPORTS_AT_ONCE });
  let isFailing = false;
  return {
    export: (spans, done) =>
      inner.export(spans, (result) => {
        // 0 is success.
        const fails = result.code !== 0;
        if (fails && !isFailing) log().warn({ reason: reasonOf(result.error) }, "traces do not reach their collector");
        if (!fails && isFailing) log().info("traces reach their collector again");
        isFailing = fails;
        done(result);
      }),
    shutdown: () => inner.shutdown(),
  };
}

/** A code of the system, a status of HTTP, or a text. */
function reasonOf(error: Error | undefined): string {
  const code: unknown = error && Reflect.get(error, "code");
  return String(code ?? error?.message ?? "unknown");
}
