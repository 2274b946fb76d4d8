import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createFront } from "@/lib/fronts/machine-api/front";
import { createWebServer, holdBack } from "@/lib/fronts/machine-api/web-server";

let server: Server;
afterEach(() => new Promise((resolve) => void server.close(resolve).closeAllConnections()));

test("a server that is held back shows that it is alive, a page to browsers, and nothing else until it may", async () => {
  const calls: string[] = [];
  const called = (name: string) => () => {
    calls.push(name);
    return new Response(name);
  };
  const front = createFront({ "/healthz": { GET: called("alive") }, "/v1/pay": { POST: called("paid") } });
  server = createWebServer(front, async (_request, response) => void response.end(called("page")().statusText));
  const serve = holdBack(server, async () => new Response("held", { status: 503 }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const statuses = async () => {
    const pay = await fetch(`${origin}/v1/pay`, { method: "POST", body: "{}" });
    const alive = await fetch(`${origin}/healthz`);
    const page = await fetch(`${origin}/sign-in`);
    return [alive, pay, page].map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 503, 503]);
  const opened = (method = "GET") => fetch(`${origin}/sign-in`, { method, headers: { accept: "text/html,*/*" } });
  const held = await opened();
  expect([held.headers.get("retry-after"), await held.text()]).toEqual(["5", "held"]);
  expect((await opened("POST")).headers.get("content-type")).toBe("application/json");
  expect(calls).toEqual(["alive"]);
  serve();
  expect(await statuses()).toEqual([200, 200, 200]);
  expect(calls).toEqual(["alive", "paid", "alive", "page"]);
});
