import { openApiText } from "@/lib/fronts/machine-api/openapi/document";

/**
 * The machine API as OpenAPI 3.1, with this installation's own base URL. Public, also for pages of
 * other origins, since tools that read it run in browsers.
 */
export const GET = (): Response =>
  new Response(openApiText(), {
    headers: {
      "content-type": "application/json",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
    },
  });
