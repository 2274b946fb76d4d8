import { type IncomingMessage, Agent as PlainAgent, request as requestPlain } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";
import { createGate, type Gate } from "@/lib/chains/gate";
import { answerChallenge, type Credentials } from "@/lib/chains/monero/digest-auth";
import { withTimeLimit } from "@/lib/chains/time-limit";

/** A hundred transactions without what a daemon may prune are a megabyte; a wallet's transfers of a busy hour are less. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const MESSAGE_CHARACTERS_MAX = 300;

/** One service that answers JSON to POST. */
export type HttpEndpoint = {
  /** Host and port: credentials and paths of URLs are secrets. */
  readonly name: string;
  /** The text of the answer. @throws Error for any status but 200 */
  readonly post: (path: string, body: string, signal: AbortSignal) => Promise<string>;
};

/** One connection, and who may use it now. */
type Line = { readonly agent: PlainAgent; readonly alone: Gate };

/** By origin: a service takes 25 connections from one host and no more, and drivers are made again and again (each audit makes its own). */
const lines = new Map<string, Line>();

function lineTo({ origin, protocol }: URL): Line {
  const Agent = protocol === "https:" ? SecureAgent : PlainAgent;
  const line = lines.get(origin) ?? { agent: new Agent({ keepAlive: true, maxSockets: 1 }), alone: createGate(1) };
  lines.set(origin, line);
  return line;
}

/**
 * A URL that may carry `user:password@`. The password goes out only as the answer to a challenge, and as a digest where that is asked for: each
 * connection has its own challenge, which is why there is one connection of this process, and one call at a time.
 */
export function createHttpEndpoint(url: URL, callLimitMs: number): HttpEndpoint {
  const isSecure = url.protocol === "https:";
  const { agent, alone } = lineTo(url);
  const send = isSecure ? requestSecure : requestPlain;
  const credentials = credentialsOf(url);
  const base = url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`;

  const exchange = (path: string, body: string, authorization: string | null, signal: AbortSignal) =>
    new Promise<Answer>((resolve, reject) => {
      const headers: Record<string, string> = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
      };
      if (authorization !== null) headers.authorization = authorization;
      const { hostname, port } = url;
      const target = { hostname: hostname.replace(/^\[|\]$/g, ""), port, path, method: "POST", headers, agent, signal };
      const request = send(target, (response) => readAnswer(response).then(resolve, reject));
      request.on("error", reject);
      request.end(body);
    });

  const ask = async (path: string, body: string, signal: AbortSignal): Promise<string> => {
    const first = await exchange(path, body, null, signal);
    if (first.status !== 401 || credentials === null) return textOf(first);
    const authorization = answerChallenge(first.challenges, credentials, { method: "POST", path });
    return textOf(authorization === null ? first : await exchange(path, body, authorization, signal));
  };

  return {
    name: url.host,
    async post(path, body, signal) {
      try {
        return await alone(
          () => withTimeLimit(callLimitMs, signal, (limited) => ask(`${base}${path}`, body, limited)),
          signal,
        );
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw new Error(`${url.host} ${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}

type Answer = { readonly status: number; readonly text: string; readonly challenges: readonly string[] };

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early ends the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`answer above ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  const challenges = response.headersDistinct["www-authenticate"] ?? [];
  return { status: response.statusCode ?? 0, text, challenges };
}

function textOf({ status, text }: Answer): string {
  if (status === 200) return text;
  if (status === 401) throw new Error("the password is refused, or none was given");
  throw new Error(`HTTP ${status} ${text.slice(0, MESSAGE_CHARACTERS_MAX).trim()}`.trim());
}

function credentialsOf({ username, password }: URL): Credentials | null {
  if (username === "" && password === "") return null;
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}
