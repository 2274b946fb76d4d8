import type { AddressInfo } from "node:net";
import { routeFileOf } from "@/app/v1/conformance/testing/routes";
import { createFront, type RouteModule } from "@/lib/fronts/machine-api/front";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { createWebServer } from "@/lib/fronts/machine-api/web-server";

export type Served = { readonly origin: string; readonly close: () => Promise<void> };

/**
 * Serves the machine API over HTTP on a free port, with the front of the web process, on this
 * test's database.
 */
export async function serveGateway(): Promise<Served> {
  const routes: Record<string, RouteModule> = {};
  for (const { path } of OPERATIONS) {
    const route: RouteModule = await import(/* @vite-ignore */ routeFileOf(path));
    routes[path.replaceAll("{", "[").replaceAll("}", "]")] = route;
  }
  const server = createWebServer(createFront(routes), async (_request, response) => void response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}
