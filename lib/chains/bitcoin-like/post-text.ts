/** The largest blocks of Bitcoin Cash are 32 MB, which are some three times as much in JSON. */
const ANSWER_BYTES_MAX = 128 * 1024 * 1024;

/** The answer exceeded the size limit: ask for less. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";
}

/**
 * One POST of JSON to a URL that may carry `user:password@`, which is sent as basic authentication. The answer as text whatever its
 * status, because nodes send their refusals with status 500. @throws AnswerTooLargeError
 */
export async function postText(
  url: string,
  body: string,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  const target = new URL(url);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (target.username !== "" || target.password !== "") {
    const credentials = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
    headers.authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
    target.username = "";
    target.password = "";
  }
  // A node never redirects; following one would hand the password to whoever answers.
  const response = await fetch(target, { method: "POST", headers, body, signal, redirect: "error" });
  return { status: response.status, text: await readLimited(response) };
}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // Leaving the loop early cancels the rest of the answer.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new AnswerTooLargeError(`answer above ${ANSWER_BYTES_MAX} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
