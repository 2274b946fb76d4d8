import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AnswerTooLargeError, sendRequest } from "@/lib/chains/node-request";

const BYTES_MAX = 1_000;
let answer: (response: ServerResponse) => void;
const paths: (string | undefined)[] = [];
const encodings: unknown[] = [];
const server = createServer((request, response) => {
  paths.push(request.url);
  encodings.push(request.headers["accept-encoding"]);
  request.resume();
  answer(response);
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const signal = () => AbortSignal.timeout(30_000);
const ask = () => sendRequest(url(), { headers: {}, body: "{}", signal: signal() }, BYTES_MAX);

it("returns the text whatever the status, compressed or not", async () => {
  answer = (response) => void response.writeHead(500).end("münze");
  expect(await ask()).toEqual({ status: 500, text: "münze" });
  for (const [encoding, pack] of [["gzip", gzipSync] as const, ["deflate", deflateSync] as const]) {
    answer = (response) => void response.writeHead(200, { "content-encoding": encoding }).end(pack("packed"));
    expect(await ask()).toEqual({ status: 200, text: "packed" });
  }
});

it("rejects an answer above the size limit, including one that decompresses to it", async () => {
  answer = (response) => void response.end("a".repeat(BYTES_MAX));
  expect((await ask()).text).toHaveLength(BYTES_MAX);
  answer = (response) => void response.end("a".repeat(BYTES_MAX + 1));
  await expect(ask()).rejects.toThrow(AnswerTooLargeError);
  const bomb = gzipSync("a".repeat(100 * BYTES_MAX));
  expect(bomb.length).toBeLessThan(BYTES_MAX);
  answer = (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
  await expect(ask()).rejects.toThrow(AnswerTooLargeError);
});

it("rejects an answer that expands beyond reason, and asks that node for uncompressed ones from then on", async () => {
  const bytesMax = 64 * 1024 * 1024;
  const zeros = "0".repeat(bytesMax / 5);
  answer = (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(zeros));
  const askLarge = () => sendRequest(url(), { headers: {}, signal: signal() }, bytesMax);
  await expect(askLarge()).rejects.toThrow("200 times its size");
  answer = (response) => void response.writeHead(200).end(zeros);
  expect((await askLarge()).text).toHaveLength(zeros.length);
  expect(encodings.slice(-2)).toEqual(["gzip, deflate", "identity"]);
});

it("distinguishes a truncated compressed answer from a whole one", async () => {
  const packed = gzipSync("packed ".repeat(100));
  answer = (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(packed.subarray(0, -9));
  await expect(ask()).rejects.toThrow("unexpected end of file");
});

it("follows no redirect", async () => {
  paths.length = 0;
  answer = (response) => void response.writeHead(307, { location: "/elsewhere" }).end();
  await expect(ask()).rejects.toThrow("HTTP 307");
  expect(paths).toEqual(["/"]);
});

it("ends on abort, and reports why a connection was refused", async () => {
  answer = () => undefined;
  const stopping = new AbortController();
  const asked = sendRequest(url(), { headers: {}, body: "{}", signal: stopping.signal }, BYTES_MAX);
  stopping.abort(new Error("stopped"));
  await expect(asked).rejects.toThrow("stopped");
  const nobody = sendRequest("http://localhost:1/", { headers: {}, body: "{}", signal: signal() }, BYTES_MAX);
  await expect(nobody).rejects.toThrow("ECONNREFUSED");
});
