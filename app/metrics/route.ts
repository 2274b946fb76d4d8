import { renderMetrics } from "@/lib/metrics";

/** Figures in Prometheus' text format. Keep it behind your own network: it tells volumes. */
export const GET = async (): Promise<Response> =>
  new Response(await renderMetrics(), {
    headers: { "content-type": "text/plain; version=0.0.4", "cache-control": "no-store" },
  });
