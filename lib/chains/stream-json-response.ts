import { type Reading, readJsonStream } from "@/lib/chains/json-stream";
import { withTimeLimit } from "@/lib/chains/limits";
import { bounded, openRequest, type Question, readText } from "@/lib/chains/node-request";

/** Error responses are smaller than this. */
const REFUSAL_BYTES_MAX = 1024 * 1024;

export type AnswerLimits = {
  readonly limitMs: number;
  /**
   * The time limit applies to silence, before the answer and within it, and not to its whole
   * duration.
   */
  readonly isLong: boolean;
  readonly bytesMax: number;
};

/** `text`: the body of a status other than 200; null where `answer` is the parsed JSON. */
export type JsonResponse = { readonly status: number; readonly answer: unknown; readonly text: string | null };

/**
 * Sends one HTTP request to a node and reads its answer according to `reading` (see
 * readJsonStream), however large.
 * @throws AnswerTooLargeError, NoJsonError, and whatever a taker throws
 */
export async function streamJsonResponse(
  url: string,
  { signal, ...question }: Question,
  { limitMs, isLong, bytesMax }: AnswerLimits,
  toNumber: (digits: string) => unknown,
  reading?: Reading,
): Promise<JsonResponse> {
  return withTimeLimit(limitMs, signal, async (limited, progress) => {
    const asked = { ...question, signal: limited };
    const { status, chunks } = await openRequest(url, asked, bytesMax, isLong ? progress : undefined);
    if (status === 200) return { status, answer: await readJsonStream(chunks, toNumber, reading), text: null };
    return { status, answer: undefined, text: await readText(bounded(chunks, REFUSAL_BYTES_MAX)) };
  });
}
