/** A client for a Monero service on the loopback address. */
import { createHash, randomBytes } from "node:crypto";
import { Agent, request as send } from "node:http";
import { stringify } from "lossless-json";

export const USER = "chaintill";
const TIMEOUT_MS = 120_000;

const md5 = (text) => createHash("md5").update(text).digest("hex");

/** Monero's services support only digest authentication. */
function authorize(challenges, password, uri) {
  const challenge = challenges.find((text) => /algorithm=MD5,/.test(text)) ?? challenges[0] ?? "";
  const [, realm = ""] = /realm="([^"]*)"/.exec(challenge) ?? [];
  const [, nonce = ""] = /nonce="([^"]*)"/.exec(challenge) ?? [];
  const cnonce = randomBytes(8).toString("hex");
  const secret = md5(`${USER}:${realm}:${password}`);
  const response = md5(`${secret}:${nonce}:00000001:${cnonce}:auth:${md5(`POST:${uri}`)}`);
  const quoted = { username: USER, realm, nonce, uri, cnonce, response };
  const parts = Object.entries(quoted).map(([name, value]) => `${name}="${value}"`);
  return `Digest ${[...parts, "algorithm=MD5", "qop=auth", "nc=00000001"].join(", ")}`;
}

function exchange(agent, { port, uri, body, authorization }) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    if (authorization !== undefined) headers.authorization = authorization;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const options = { host: "127.0.0.1", port, path: uri, method: "POST", headers, agent, signal };
    const request = send(options, async (response) => {
      try {
        const parts = [];
        for await (const part of response) parts.push(part);
        const challenges = response.headersDistinct["www-authenticate"] ?? [];
        resolve({ status: response.statusCode, text: Buffer.concat(parts).toString("utf8"), challenges });
      } catch (error) {
        reject(error);
      }
    });
    request.on("error", reject);
    request.end(body);
  });
}

/**
 * Returns `{ call, post }`: `call(method, parameters)` of its `json_rpc`, where amounts are
 * bigints, and `post(path, body)` for the daemon's other paths. A service that responds with an
 * error throws an Error with its `code`, one that does not respond an Error with a `cause`.
 */
export function createService(port, password) {
  // Each connection has its own challenge: one connection, one request at a time.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let last = Promise.resolve();

  async function ask(path, body) {
    const asked = { port, uri: `/${path}`, body: stringify(body) };
    const first = await exchange(agent, asked);
    if (first.status !== 401) return first;
    return exchange(agent, { ...asked, authorization: authorize(first.challenges, password, asked.uri) });
  }

  async function post(path, body = {}) {
    const answered = last.then(() => ask(path, body));
    last = answered.catch(() => {});
    const { status, text } = await answered.catch((cause) => {
      throw new Error(`${path}: no answer`, { cause });
    });
    if (status !== 200) throw new Error(`${path}: HTTP ${status}`, { cause: text });
    return JSON.parse(text);
  }

  return {
    post,
    async call(method, params = {}) {
      const { result, error } = await post("json_rpc", { jsonrpc: "2.0", id: "0", method, params });
      if (error) throw Object.assign(new Error(`${method}: ${error.message}`), { code: error.code });
      return result;
    },
  };
}
