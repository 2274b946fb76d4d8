import { mayReadMetrics, renderMetrics } from "@/lib/fronts/doctor/metrics";

/** Figures in Prometheus' text format, for whoever knows the token: they tell volumes. */
export const GET = async (request: Request): Promise<Response> => {
  if (!mayReadMetrics(request.headers)) return new Response("Not found\n", { status: 404 });
  const headers = { "content-type": "text/plain; version=0.0.4", "cache-control": "no-store" };
  return new Response(await renderMetrics(), { headers });
};
