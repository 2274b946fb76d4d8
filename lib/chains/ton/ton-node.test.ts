import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { never } from "@/lib/chains/contract/steps";
import { createTonNode, NodeAnswerError } from "@/lib/chains/ton/ton-node";

const LIMIT_MS = 2_000;
const requests: IncomingMessage[] = [];
let answer: (response: ServerResponse) => void = (response) => void response.end("{}");
const server = createServer((request, response) => {
  requests.push(request);
  answer(response);
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => void server.close(resolve)));

function nodeAt(path = "", credentials = "") {
  const { port } = server.address() as AddressInfo;
  return createTonNode(`http://${credentials}127.0.0.1:${port}${path}`, LIMIT_MS);
}

function says(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  answer = (response) => void response.writeHead(status, headers).end(body);
}

async function failure(asked: Promise<unknown>): Promise<Error> {
  return asked.then(
    () => expect.fail("it was answered"),
    (error: unknown) => (error instanceof Error ? error : expect.fail("no error")),
  );
}

describe("a TON node", () => {
  it("receives the key and the password of its URL in headers, and shows neither", async () => {
    says(200, "{}");
    const node = nodeAt("/ton/api/v3/?api_key=SECRET", "user:p%40ss@");
    await node.get("/api/v3/blocks", { seqno: 5 }, never());
    const { url, headers } = requests.at(-1) ?? expect.fail("nothing was asked");
    expect(url).toBe("/ton/api/v3/blocks?seqno=5");
    expect(headers["x-api-key"]).toBe("SECRET");
    expect(headers.authorization).toBe(`Basic ${Buffer.from("user:p@ss").toString("base64")}`);
    expect(node.name).toMatch(/^127\.0\.0\.1:\d+$/);
    says(500, '{"error":"broken\\nVM Log:\\n..."}');
    const { message } = await failure(node.get("/api/v3/blocks", {}, never()));
    expect(message).toBe(`${node.name} /api/v3/blocks: HTTP 500 broken VM Log: ...`);
  });

  it("distinguishes a refusal by the node from one by a proxy in front of it", async () => {
    says(422, '{"error":"limit is not allowed"}');
    expect(await failure(nodeAt().get("/", {}, never()))).toBeInstanceOf(NodeAnswerError);
    for (const status of [401, 429, 502, 503, 504]) {
      says(status, "<html>");
      expect(await failure(nodeAt().get("/", {}, never()))).not.toBeInstanceOf(NodeAnswerError);
    }
  });

  it("fails when it redirects, sends endlessly, or does not send JSON", async () => {
    says(302, "", { location: "http://127.0.0.1:1/" });
    await expect(nodeAt().get("/", {}, never())).rejects.toThrow();
    answer = (response) => {
      const more = () => {
        while (response.write("x".repeat(1 << 20)));
        response.once("drain", more);
      };
      more();
    };
    await expect(nodeAt().get("/", {}, never())).rejects.toThrow(/more than|no answer within/);
    says(200, "<html>");
    await expect(nodeAt().get("/", {}, never())).rejects.toThrow();
  });
});
