import { toEndpoint } from "@/lib/chains/endpoint";
import { exchange } from "@/lib/chains/exchange";

/** The largest blocks of Bitcoin Cash are 32 MB, which are some three times as much in JSON. */
const ANSWER_BYTES_MAX = 128 * 1024 * 1024;

/**
 * One POST of JSON to a URL that may carry `user:password@`, which is sent as basic authentication. The answer as text whatever its
 * status, because nodes send their refusals with status 500. @throws AnswerTooLargeError
 */
export async function postText(
  url: string,
  body: string,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  const endpoint = toEndpoint(url);
  return exchange(endpoint.url, { headers: endpoint.headers, body, signal }, ANSWER_BYTES_MAX);
}
