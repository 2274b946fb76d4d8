/** Returns 200 if the process responds. */
export const GET = (): Response =>
  new Response("ok\n", { headers: { "content-type": "text/plain", "cache-control": "no-store" } });
