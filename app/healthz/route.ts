/** The process answers. */
export const GET = (): Response =>
  new Response("ok\n", { headers: { "content-type": "text/plain", "cache-control": "no-store" } });
