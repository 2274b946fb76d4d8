import { pipeline, type Readable } from "node:stream";
import { createGunzip, createInflate, type Gunzip, type Inflate } from "node:zlib";
import { request } from "undici";

const UNPACK: Readonly<Record<string, () => Gunzip | Inflate>> = { gzip: createGunzip, deflate: createInflate };

/**
 * Nodes' answers compress to a tenth or a fiftieth; deflate allows a thousandth, which is a
 * decompression bomb.
 */
const RATIO_MAX = 200;
/** Below this size the ratio is not checked: a short answer may consist of zeros only. */
const RATIO_FREE_BYTES = 10 * 1024 * 1024;

/**
 * Origins whose compressed answers expanded beyond the ratio. Honest ones do that where a block
 * holds mostly zeros, so they are asked for uncompressed answers.
 */
const askedPlain = new Set<string>();

/** The answer exceeded the size limit: request less. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";
}

export type Question = {
  readonly method?: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
};

/**
 * An answer that is decompressed as it arrives. Reading throws AnswerTooLargeError as soon as it
 * exceeds the limit.
 */
export type OpenAnswer = { readonly status: number; readonly chunks: AsyncIterable<Buffer> };

/**
 * Sends one HTTP request to a node and returns its answer whatever the status, which must be read
 * to its end or left by an error. A watcher sends several requests a second, and `fetch` with its
 * streams costs several times the CPU time of this. Never follows a redirect: it would send
 * credentials elsewhere. `onChunk` is called for each piece received.
 */
export async function openRequest(
  url: string,
  { method = "POST", headers, body, signal }: Question,
  bytesMax: number,
  onChunk?: (bytes: number) => void,
): Promise<OpenAnswer> {
  const { origin } = new URL(url);
  const encodings = askedPlain.has(origin) ? "identity" : Object.keys(UNPACK).join(", ");
  const sent = { ...headers, "accept-encoding": encodings };
  const asked = request(url, { method, headers: sent, body: body ?? null, signal }).catch(worded);
  const answer = await unlessAborted(asked, signal);
  if (answer.headers["location"] !== undefined && answer.statusCode >= 300 && answer.statusCode < 400) {
    answer.body.on("error", () => undefined).destroy();
    throw new Error(`HTTP ${answer.statusCode} sends us elsewhere`);
  }
  const unpack = UNPACK[String(answer.headers["content-encoding"])]?.();
  const chunks = unpack === undefined ? answer.body : unpacked(answer.body, unpack, origin);
  return { status: answer.statusCode, chunks: bounded(chunks, bytesMax, onChunk) };
}

/**
 * Like `openRequest`, but returns text. @throws AnswerTooLargeError when the decompressed answer
 * has more than `bytesMax`
 */
export async function sendRequest(
  url: string,
  question: Question,
  bytesMax: number,
): Promise<{ readonly status: number; readonly text: string }> {
  const { status, chunks } = await openRequest(url, question, bytesMax);
  return { status, text: await readText(chunks) };
}

/** Reads the remainder of an answer. */
export async function readText(chunks: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read).toString("utf8");
}

/** Leaving the loop by an error closes the connection, and the remaining answer is not read. */
export async function* bounded(
  chunks: AsyncIterable<Buffer>,
  bytesMax: number,
  onChunk?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    onChunk?.(chunk.length);
    size += chunk.length;
    if (size > bytesMax) throw new AnswerTooLargeError(`the answer has more than ${bytesMax} bytes`);
    yield chunk;
  }
}

async function* unpacked(body: Readable, unpack: Gunzip | Inflate, origin: string): AsyncGenerator<Buffer> {
  let size = 0;
  // Errors on the way are thrown by whatever reads the last of the two streams.
  for await (const chunk of pipeline(body, unpack, () => undefined) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > RATIO_FREE_BYTES && size > RATIO_MAX * unpack.bytesWritten) {
      askedPlain.add(origin);
      throw new Error(`the packed answer grows to more than ${RATIO_MAX} times its size`);
    }
    yield chunk;
  }
}

/**
 * Where a name has several addresses that all refuse, the error has a code and an empty message.
 */
function worded(error: unknown): never {
  if (error instanceof Error && error.message === "" && "code" in error) throw new Error(String(error.code));
  throw error;
}

/**
 * The request itself notices an abort only once it is connected, which never happens with a host
 * that drops packets.
 */
function unlessAborted<Answer>(asked: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    asked.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

export type Endpoint = {
  /** The address without credentials. A key in its path or query stays in it, so it is a secret. */
  readonly url: string;
  /** Host and port, for logs and the operator. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Returns where and how to query a node that accepts JSON by POST. `user:password@` in its address
 * becomes a basic authentication header.
 */
export function toEndpoint(address: string): Endpoint {
  const url = new URL(address);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (url.username !== "" || url.password !== "") {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers["authorization"] = `Basic ${Buffer.from(credentials).toString("base64")}`;
  }
  url.username = "";
  url.password = "";
  return { url: url.href, name: url.host, headers };
}
