import { promisify } from "node:util";
import { gunzip, inflate, type ZlibOptions } from "node:zlib";
import { request } from "undici";

type Inflate = (packed: Buffer, options: ZlibOptions) => Promise<Buffer>;

const UNPACK: Readonly<Record<string, Inflate>> = { gzip: promisify(gunzip), deflate: promisify(inflate) };

/** The answer exceeded the size limit: ask for less. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";
}

type Question = {
  readonly method?: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
};

/**
 * One HTTP request to a node, and its answer as text whatever its status. A watcher asks several times a second, and `fetch` with its streams
 * costs several times the processor time of this. Never follows a redirect: it would carry credentials elsewhere.
 *
 * @throws AnswerTooLargeError when the answer, unpacked, has more than `bytesMax`
 */
export async function exchange(
  url: string,
  { method = "POST", headers, body, signal }: Question,
  bytesMax: number,
): Promise<{ readonly status: number; readonly text: string }> {
  const sent = { ...headers, "accept-encoding": Object.keys(UNPACK).join(", ") };
  const asked = request(url, { method, headers: sent, body: body ?? null, signal }).catch(worded);
  const answer = await unlessAborted(asked, signal);
  const tooLarge = () => new AnswerTooLargeError(`the answer has more than ${bytesMax} bytes`);
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop by an error ends the connection, and the rest of the answer is not read.
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  if (answer.headers["location"] !== undefined && answer.statusCode >= 300 && answer.statusCode < 400)
    throw new Error(`HTTP ${answer.statusCode} sends us elsewhere`);
  const unpack = UNPACK[String(answer.headers["content-encoding"])];
  const whole = Buffer.concat(chunks);
  if (unpack === undefined) return { status: answer.statusCode, text: whole.toString("utf8") };
  const text = await unpack(whole, { maxOutputLength: bytesMax }).catch((error: unknown) => {
    throw error instanceof RangeError ? tooLarge() : error;
  });
  return { status: answer.statusCode, text: text.toString("utf8") };
}

/** Where a name has several addresses that all refuse, the error has a code and no words. */
function worded(error: unknown): never {
  if (error instanceof Error && error.message === "" && "code" in error) throw new Error(String(error.code));
  throw error;
}

/** The request itself hears of an abort only once it is connected, which it never is to a host that drops its packets. */
function unlessAborted<Answer>(asked: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    asked.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
