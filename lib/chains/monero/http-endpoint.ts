import { createHash, randomBytes } from "node:crypto";
import { type IncomingMessage, Agent as PlainAgent, request as requestPlain } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";
import { type Reading, readJsonStream } from "@/lib/chains/json-stream";
import { createGate, type Gate, withTimeLimit } from "@/lib/chains/limits";
import { exactNumber } from "@/lib/chains/monero/decode";
import { AnswerTooLargeError, bounded, readText } from "@/lib/chains/node-request";

type Credentials = { readonly user: string; readonly password: string };
type Attempt = { readonly method: string; readonly path: string };

/** Always the first request with its nonce: Monero's services issue each challenge only once. */
const COUNT = "00000001";

/**
 * Returns the Authorization header that answers a 401: digest with MD5 (RFC 7616), the only scheme
 * of Monero's services, or basic, for a proxy in front of them. Null when neither is requested.
 */
export function answerChallenge(
  challenges: readonly string[],
  credentials: Credentials,
  attempt: Attempt,
): string | null {
  for (const challenge of challenges) {
    const digest = readDigest(challenge);
    if (digest !== null) return answerDigest(digest, credentials, attempt);
  }
  const { user, password } = credentials;
  const isBasic = challenges.some((challenge) => /^basic\b/i.test(challenge.trim()));
  return isBasic ? `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` : null;
}

type Digest = { readonly realm: string; readonly nonce: string };

/** Returns null for another scheme or algorithm. */
function readDigest(challenge: string): Digest | null {
  if (!/^digest\b/i.test(challenge.trim())) return null;
  const fields = new Map<string, string>();
  for (const [, name = "", quoted, plain] of challenge.matchAll(/(?<![a-z])([a-z]+)=(?:"([^"]*)"|([^\s,]+))/gi)) {
    fields.set(name.toLowerCase(), quoted ?? plain ?? "");
  }
  const [realm, nonce] = [fields.get("realm"), fields.get("nonce")];
  const isPlainMd5 = (fields.get("algorithm") ?? "MD5").toUpperCase() === "MD5";
  return realm !== undefined && nonce !== undefined && isPlainMd5 ? { realm, nonce } : null;
}

function answerDigest({ realm, nonce }: Digest, { user, password }: Credentials, { method, path }: Attempt): string {
  const own = randomBytes(16).toString("hex");
  const secret = md5(`${user}:${realm}:${password}`);
  const response = md5(`${secret}:${nonce}:${COUNT}:${own}:auth:${md5(`${method}:${path}`)}`);
  const quoted = { username: user, realm, nonce, uri: path, cnonce: own, response };
  const parts = Object.entries(quoted).map(([name, value]) => `${name}="${value}"`);
  return `Digest ${[...parts, "algorithm=MD5", "qop=auth", `nc=${COUNT}`].join(", ")}`;
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

/** A hundred pruned transactions take a megabyte; a wallet's transfers of a busy hour take less. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const REFUSAL_BYTES_MAX = 1024 * 1024;
const MESSAGE_CHARACTERS_MAX = 300;

/** `bytesMax` overrides the default size limit of an answer. */
export type LimitedReading = Reading & { readonly bytesMax?: number };

/** One service that answers POST with JSON. */
export type HttpEndpoint = {
  /** Host and port: credentials and paths of URLs are secrets. */
  readonly name: string;
  /**
   * Returns the parsed JSON answer; lists with a taker are streamed to it and are empty in the
   * answer.
   * @throws Error for any status but 200, and AnswerTooLargeError
   */
  readonly post: (path: string, body: string, signal: AbortSignal, reading?: LimitedReading) => Promise<unknown>;
};

/** One connection, and the gate for its exclusive use. */
type Line = { readonly agent: PlainAgent; readonly alone: Gate };

/**
 * By origin: a service accepts at most 25 connections per host, and drivers are created repeatedly
 * (each audit creates its own).
 */
const lines = new Map<string, Line>();

function lineTo({ origin, protocol }: URL): Line {
  const Agent = protocol === "https:" ? SecureAgent : PlainAgent;
  const line = lines.get(origin) ?? { agent: new Agent({ keepAlive: true, maxSockets: 1 }), alone: createGate(1) };
  lines.set(origin, line);
  return line;
}

/**
 * Creates an endpoint from a URL that may contain `user:password@`. The password is sent only in
 * answer to a challenge, and as a digest where that is requested: each connection has its own
 * challenge, so this process uses one connection, and one call at a time.
 */
export function createHttpEndpoint(url: URL, callLimitMs: number): HttpEndpoint {
  const isSecure = url.protocol === "https:";
  const { agent, alone } = lineTo(url);
  const send = isSecure ? requestSecure : requestPlain;
  const credentials = credentialsOf(url);
  const base = url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`;

  const sendRequest = (path: string, body: string, authorization: string | null, how: RequestKind) =>
    new Promise<Answer>((resolve, reject) => {
      const { signal, reading, progress } = how;
      const headers: Record<string, string> = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
      };
      if (authorization !== null) headers.authorization = authorization;
      const { hostname, port } = url;
      const target = { hostname: hostname.replace(/^\[|\]$/g, ""), port, path, method: "POST", headers, agent, signal };
      const request = send(target, (response) => readAnswer(response, reading, progress).then(resolve, reject));
      request.on("error", reject);
      request.end(body);
    });

  const ask = async (path: string, body: string, how: RequestKind): Promise<unknown> => {
    const first = await sendRequest(path, body, null, how);
    if (first.status !== 401 || credentials === null) return meaningOf(first);
    const authorization = answerChallenge(first.challenges, credentials, { method: "POST", path });
    return meaningOf(authorization === null ? first : await sendRequest(path, body, authorization, how));
  };

  return {
    name: url.host,
    async post(path, body, signal, reading = {}) {
      const askAlone = () =>
        withTimeLimit(callLimitMs, signal, (limited, progress) =>
          ask(`${base}${path}`, body, { signal: limited, reading, progress }),
        );
      try {
        return await alone(askAlone, signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const message = `${url.host} ${path}: ${error instanceof Error ? error.message : String(error)}`;
        throw error instanceof AnswerTooLargeError ? new AnswerTooLargeError(message) : new Error(message);
      }
    },
  };
}

type RequestKind = {
  readonly signal: AbortSignal;
  readonly reading: LimitedReading;
  readonly progress: (bytes: number) => void;
};

/** `text` for an error status, otherwise `answer`. */
type Answer = {
  readonly status: number;
  readonly answer: unknown;
  readonly text: string;
  readonly challenges: readonly string[];
};

async function readAnswer(
  response: IncomingMessage,
  reading: LimitedReading,
  progress: (bytes: number) => void,
): Promise<Answer> {
  const status = response.statusCode ?? 0;
  const challenges = response.headersDistinct["www-authenticate"] ?? [];
  const bytesMax = status === 200 ? (reading.bytesMax ?? ANSWER_BYTES_MAX) : REFUSAL_BYTES_MAX;
  // Leaving the loop early closes the connection.
  const chunks = bounded(response as AsyncIterable<Buffer>, bytesMax, reading.takers && progress);
  if (status !== 200) return { status, answer: undefined, text: await readText(chunks), challenges };
  return { status, answer: await readJsonStream(chunks, exactNumber, reading), text: "", challenges };
}

function meaningOf({ status, answer, text }: Answer): unknown {
  if (status === 200) return answer;
  if (status === 401) throw new Error("the password is refused, or none was given");
  throw new Error(`HTTP ${status} ${text.slice(0, MESSAGE_CHARACTERS_MAX).trim()}`.trim());
}

function credentialsOf({ username, password }: URL): Credentials | null {
  if (username === "" && password === "") return null;
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}
