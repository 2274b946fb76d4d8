import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/kernel/errors";

/** Far above any request of the API (a hundred coins in `currencies` are 6 KB). */
export const BODY_BYTES_MAX = 128 * 1024;

/**
 * Returns the raw bytes of a request as received: the signature covers them.
 * @throws AppError `body_too_large`, by Content-Length before reading and again while reading;
 *   `invalid_body` when the client disconnects before the end
 */
export async function readBody(request: Request, bytesMax = BODY_BYTES_MAX): Promise<Uint8Array> {
  const announced = announcedLength(request.headers.get("content-length"));
  if (announced !== null && announced > BigInt(bytesMax)) throw tooLarge(bytesMax);
  try {
    // With a Content-Length the server delivers no more than that, and one read costs less than
    // iterating over a stream. Does not access `body` in that case: in some servers that alone
    // creates a stream.
    const isAnnounced = announced !== null || request.body === null;
    const body = isAnnounced ? new Uint8Array(await request.arrayBuffer()) : await readAtMost(request, bytesMax);
    if (body.byteLength > bytesMax) throw tooLarge(bytesMax);
    return body;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_body", "The body ended too early", { cause: error });
  }
}

/** @throws AppError `body_too_large` without reading further, and whatever the stream throws */
async function readAtMost(request: Request, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    size += value.byteLength;
    if (size > bytesMax) {
      await reader?.cancel().catch(() => undefined);
      throw tooLarge(bytesMax);
    }
    chunks.push(value);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** Does the same for a request of Node's server. */
export function readIncoming(request: IncomingMessage, bytesMax = BODY_BYTES_MAX): Promise<Uint8Array> {
  const announced = announcedLength(request.headers["content-length"] ?? null);
  if (announced !== null && announced > BigInt(bytesMax)) return Promise.reject(tooLarge(bytesMax));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size <= bytesMax) return;
      // Stops buffering and reading: the caller closes the connection with its response.
      request.off("data", take).pause();
      reject(tooLarge(bytesMax));
    };
    const cutOff = (cause?: unknown) => reject(new AppError("invalid_body", "The body ended too early", { cause }));
    request
      .on("data", take)
      .once("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
      .once("error", cutOff)
      // Has no effect after the end of the body.
      .once("close", () => cutOff());
  });
}

/** Returns null if it is missing or not a plain number. */
function announcedLength(text: string | null): bigint | null {
  return text !== null && /^\d{1,15}$/.test(text) ? BigInt(text) : null;
}

function tooLarge(bytesMax: number): AppError {
  return new AppError("body_too_large", `The body is larger than ${bytesMax} bytes`);
}
