import { expect, test } from "vitest";
import { isOwnOrigin } from "@/lib/fronts/dashboard/gates";

const BASE_URL = "https://pay.example.com";

function judge(headers: Record<string, string>, baseUrl = BASE_URL): boolean {
  return isOwnOrigin(new Headers(headers), baseUrl);
}

test("accepts the public origin, whatever host the proxy names", () => {
  expect(judge({ origin: "https://pay.example.com", host: "10.0.0.7:3000" })).toBe(true);
});

test("accepts the host that the browser requested", () => {
  expect(judge({ origin: "https://tunnel.example", host: "tunnel.example" })).toBe(true);
  expect(judge({ origin: "http://localhost:3000", host: "localhost:3000" }, "http://127.0.0.1:3000")).toBe(true);
});

test("with a public https origin, rejects a page loaded without TLS, which anybody on the network may have modified", () => {
  for (const host of ["pay.example.com", "localhost:3000", "10.0.0.7"])
    expect(judge({ origin: `http://${host}`, host })).toBe(false);
});

test("rejects every other origin, and a missing one", () => {
  const host = "pay.example.com";
  expect(judge({ host })).toBe(false);
  expect(judge({ host, origin: "null" })).toBe(false);
  expect(judge({ host, origin: "" })).toBe(false);
  expect(judge({ host, origin: "https://evil.example" })).toBe(false);
  expect(judge({ host, origin: "https://pay.example.com.evil.example" })).toBe(false);
  expect(judge({ host: "10.0.0.7", origin: "http://pay.example.com" })).toBe(false);
  expect(judge({ host, origin: "https://pay.example.com:8443" })).toBe(false);
  expect(judge({ host, origin: "file://pay.example.com" })).toBe(false);
});
