import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";

const LIMIT_MS = 60_000;
let status = 200;
let text = "";
const server = createServer((_request, response) => response.writeHead(status).end(text));
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/secret`;

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => void server.close(resolve)));

function ask(answer: string, answerStatus = 200): Promise<unknown> {
  status = answerStatus;
  text = answer;
  return createEvmNode(address(), LIMIT_MS).request(
    "eth_getBlockByNumber",
    ["0x1", false],
    AbortSignal.timeout(LIMIT_MS),
  );
}

test("a result is the node's answer, including null", async () => {
  expect(await ask('{"jsonrpc":"2.0","id":1,"result":"0x7"}')).toBe("0x7");
  expect(await ask('{"jsonrpc":"2.0","id":1,"result":null,"error":null}')).toBeNull();
});

test.each([
  ["an error that is only text", '{"error":"rate limit exceeded"}', 200],
  ["an object without a result", '{"message":"slow down"}', 200],
  ["an array", "[]", 200],
  ["a response that is not JSON", "<html>", 200],
  ["a rate-limit response", '{"error":{"message":"too many requests"}}', 429],
  ["a service-unavailable response", '{"error":{"message":"away"}}', 503],
])("%s is not an answer about the chain: the next node is queried", async (_, answer, answerStatus) => {
  const refusal = await ask(answer, answerStatus).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal).not.toBeInstanceOf(NodeAnswerError);
});

test.each([
  ["a JSON-RPC error", '{"error":{"code":-32000,"message":"nonce too low"}}', 200],
  ["a JSON-RPC error with an HTTP error status", '{"error":{"code":-32000,"message":"nonce too low"}}', 500],
  ["a refusal with HTTP status 400", '{"error":{"message":"range too wide"}}', 400],
])("%s is the node's answer", async (_, answer, answerStatus) => {
  await expect(ask(answer, answerStatus)).rejects.toBeInstanceOf(NodeAnswerError);
});

test("no error contains the URL path that a proxy repeats, because it may hold a key", async () => {
  const refusal = await ask("Cannot POST /v2/secret", 404).catch((error: unknown) => error);
  expect(String(refusal)).toContain("HTTP 404");
  expect(String(refusal)).not.toContain("secret");
});
