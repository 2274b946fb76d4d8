import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedWebhook = {
  readonly raw: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** A shop's webhook endpoint on this machine. */
export async function startWebhookReceiver(): Promise<{
  url: string;
  received: ReceivedWebhook[];
  stop: () => Promise<void>;
}> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ raw: Buffer.concat(chunks).toString("utf8"), headers: request.headers });
      response.writeHead(200).end("ok");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
