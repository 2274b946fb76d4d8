import { env } from "@/lib/kernel/env";
import { setRecorder } from "@/lib/kernel/tracing/recorder";

/**
 * Starts recording if OTEL_EXPORTER_OTLP_ENDPOINT is set. Its packages are loaded only then.
 * @param service `chaintill-web` or `chaintill-worker`
 */
export async function startTracing(service: string): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env();
  if (endpoint === undefined) return;
  const { openRecorder } = await import("@/lib/kernel/tracing/otel-recorder");
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio } = env();
  setRecorder(openRecorder({ endpoint, sampler, ratio, service }));
}

/** Sends what is left, for at most a few seconds, and stops recording. */
export async function stopTracing(): Promise<void> {
  await setRecorder(null)?.stop();
}
