import { pipeline, type Readable } from "node:stream";
import { createGunzip, createInflate, type Gunzip, type Inflate } from "node:zlib";
import { request } from "undici";

const UNPACK: Readonly<Record<string, () => Gunzip | Inflate>> = { gzip: createGunzip, deflate: createInflate };

/**
 * Answers of nodes shrink to a tenth or a fiftieth; deflate could make a thousandth of them, which
 * is what a bomb is.
 */
const RATIO_MAX = 200;
/** Below this nobody looks at the ratio: a short answer may well be nothing but zeros. */
const RATIO_FREE_BYTES = 10 * 1024 * 1024;

/**
 * Origins whose packed answers grew beyond the ratio. Honest ones do where a block holds mostly
 * zeros: they are asked for plain ones.
 */
const askedPlain = new Set<string>();

/** The answer exceeded the size limit: ask for less. */
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
 * An answer that is still coming, unpacked as it comes. Reading on throws AnswerTooLargeError as
 * soon as it has more bytes than allowed.
 */
export type OpenAnswer = { readonly status: number; readonly chunks: AsyncIterable<Buffer> };

/**
 * One HTTP request to a node, and its answer whatever its status, which is to be read to its end or
 * left by an error. A watcher asks several times a second, and `fetch` with its streams costs
 * several times the processor time of this. Never follows a redirect: it would carry credentials
 * elsewhere. `onChunk` hears of each piece that comes.
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
 * The same as text. @throws AnswerTooLargeError when the answer, unpacked, has more than `bytesMax`
 */
export async function sendRequest(
  url: string,
  question: Question,
  bytesMax: number,
): Promise<{ readonly status: number; readonly text: string }> {
  const { status, chunks } = await openRequest(url, question, bytesMax);
  return { status, text: await readText(chunks) };
}

/** All that is left of an answer. */
export async function readText(chunks: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read).toString("utf8");
}

/** Leaving the loop by an error ends the connection, and the rest of the answer is not read. */
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
  // What goes wrong on the way is thrown by whatever reads the last of the two.
  for await (const chunk of pipeline(body, unpack, () => undefined) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > RATIO_FREE_BYTES && size > RATIO_MAX * unpack.bytesWritten) {
      askedPlain.add(origin);
      throw new Error(`the packed answer grows to more than ${RATIO_MAX} times its size`);
    }
    yield chunk;
  }
}

/** Where a name has several addresses that all refuse, the error has a code and no words. */
function worded(error: unknown): never {
  if (error instanceof Error && error.message === "" && "code" in error) throw new Error(String(error.code));
  throw error;
}

/**
 * The request itself hears of an abort only once it is connected, which it never is to a host that
 * drops its packets.
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
  /**
   * The address without credentials. A key in its path or query stays where it is: it is a secret.
   */
  readonly url: string;
  /** Host and port, for logs and the operator. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Where and how a node that takes JSON by POST is asked. `user:password@` of its address becomes a
 * header of basic authentication.
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
