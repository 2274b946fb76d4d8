import { outboundRequest } from "@/lib/http/outbound-request";

/** Both a node that hangs and one that is merely slow are given up before whoever pressed the button gives up. */
const NODE_LIMIT_MS = 8_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/** Posts JSON to a play-money node of this machine. @throws when there is no answer in time, or one that is no JSON */
export async function postToSandboxNode(url: string, body: unknown): Promise<{ status: number; answer: unknown }> {
  const response = await outboundRequest({
    url,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    timeoutMs: NODE_LIMIT_MS,
    responseBytesMax: ANSWER_BYTES_MAX,
    longBody: "refuse",
    allowPrivate: true,
  });
  return { status: response.status, answer: JSON.parse(response.body.toString("utf8")) };
}
