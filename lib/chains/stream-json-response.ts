import { type Reading, readJsonStream } from "@/lib/chains/json-stream";
import { withTimeLimit } from "@/lib/chains/limits";
import { bounded, openRequest, type Question, readText } from "@/lib/chains/node-request";

/** A refusal says no more. */
const REFUSAL_BYTES_MAX = 1024 * 1024;

export type AnswerLimits = {
  readonly limitMs: number;
  /** The time limit is for silence, before the answer and within it, and not for all of it. */
  readonly isLong: boolean;
  readonly bytesMax: number;
};

/**
 * `text`: what was sent with another status than 200; null where `answer` is what it means as JSON.
 */
export type JsonResponse = { readonly status: number; readonly answer: unknown; readonly text: string | null };

/**
 * One HTTP request to a node and its answer, read as `reading` says (see readJsonStream), however
 * large.
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
