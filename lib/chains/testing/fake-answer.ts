import { type Reading, readJsonStream } from "@/lib/chains/json-stream";

/** Reads a JSON text as if a node had sent it. */
export function readFakeAnswer(
  text: string,
  toNumber: (digits: string) => unknown,
  reading: Reading = {},
): Promise<unknown> {
  return readJsonStream(inOneChunk(text), toNumber, reading);
}

async function* inOneChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** Yields text that starts with `begin` and repeats `piece` forever. */
export async function* withoutEnd(piece: string, begin: string): AsyncGenerator<Buffer> {
  yield Buffer.from(begin);
  const chunk = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  for (;;) yield chunk;
}
