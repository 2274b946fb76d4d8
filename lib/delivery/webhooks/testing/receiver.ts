import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
  readonly at: number;
};

export type Receiver = {
  readonly url: string;
  readonly received: readonly Received[];
  readonly close: () => Promise<void>;
};

/** A merchant's server: records requests and responds as instructed. */
export async function startReceiver(
  answer: (response: ServerResponse, request: Received, count: number) => void | Promise<void>,
): Promise<Receiver> {
  const received: Received[] = [];
  const server: Server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const request = {
      headers: incoming.headers,
      path: incoming.url ?? "",
      body: Buffer.concat(parts).toString("utf8"),
      at: performance.now(),
    };
    received.push(request);
    await answer(outgoing, request, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
