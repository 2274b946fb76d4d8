import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";

/** Sent per write. */
const CHUNK_CHARACTERS = 60_000;

export type NodeRequest = { readonly path: string; readonly body: string };

/** JSON text in chunks of any total length: it is generated while it is sent. */
export type ResponseChunks = Iterable<string>;

export type LargeNode = {
  readonly url: string;
  /** Megabytes sent, before compression. */
  readonly sentMb: () => number;
  readonly stop: () => Promise<void>;
};

/** Starts a server that sends what `answer` returns, compressed where the client accepts it. */
export async function startLargeNode(answer: (asked: NodeRequest) => ResponseChunks): Promise<LargeNode> {
  let sent = 0;
  const server = createServer(async (request, response) => {
    const pieces = answer({ path: request.url ?? "", body: await readBody(request) });
    const counted = inChunks(pieces, (characters) => {
      sent += characters;
    });
    const isPacked = String(request.headers["accept-encoding"]).includes("gzip");
    response.writeHead(200, isPacked ? { "content-encoding": "gzip" } : {});
    const text = Readable.from(counted, { objectMode: false });
    (isPacked ? text.pipe(createGzip({ level: 1 })) : text).pipe(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sentMb: () => Math.round(sent / 1e6),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function* inChunks(pieces: ResponseChunks, count: (characters: number) => void): Generator<Buffer> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK_CHARACTERS) continue;
    count(text.length);
    yield Buffer.from(text);
    text = "";
  }
  count(text.length);
  yield Buffer.from(text);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Yields `items` items, separated by commas. */
export function* listOf(items: number, item: (index: number) => string): Generator<string> {
  for (let index = 0; index < items; index += 1) yield `${index === 0 ? "" : ","}${item(index)}`;
}

export const word = (index: number, digits = 64): string => index.toString(16).padStart(digits, "0");

export type Measured<Result> = {
  readonly result: Result;
  readonly seconds: number;
  /** Peak memory growth of the process, which also generates the answers. */
  readonly grewMb: number;
  /** Longest CPU time for which the process did not yield to other work. */
  readonly heldMs: number;
};

export async function measure<Result>(name: string, work: () => Promise<Result>): Promise<Measured<Result>> {
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  let [turn, held] = [process.cpuUsage(), 0];
  const turning = setInterval(() => {
    const { user, system } = process.cpuUsage(turn);
    held = Math.max(held, user + system);
    turn = process.cpuUsage();
  }, 10);
  const begun = performance.now();
  try {
    const result = await work();
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    const measured = {
      seconds,
      grewMb: Math.round((peak - before) / 1e6),
      heldMs: Math.round(held / 1_000),
    };
    console.log(name, JSON.stringify(measured));
    return { result, ...measured };
  } finally {
    clearInterval(turning);
    clearInterval(sampling);
  }
}
