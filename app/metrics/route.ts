import { mayReadMetrics, renderMetrics } from "@/lib/fronts/doctor/metrics";

/** Metrics in the Prometheus text format. They reveal volumes, so a token is required. */
export const GET = async (request: Request): Promise<Response> => {
  if (!mayReadMetrics(request.headers)) return new Response("Not found\n", { status: 404 });
  const headers = { "content-type": "text/plain; version=0.0.4", "cache-control": "no-store" };
  return new Response(await renderMetrics(), { headers });
};
