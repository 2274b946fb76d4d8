import { expect, test } from "vitest";
import { isOwnOrigin } from "@/lib/dashboard/origin";

const BASE_URL = "https://pay.example.com";

function judge(headers: Record<string, string>): boolean {
  return isOwnOrigin(new Headers(headers), BASE_URL);
}

test("the public origin is our own, whatever host the proxy names", () => {
  expect(judge({ origin: "https://pay.example.com", host: "10.0.0.7:3000" })).toBe(true);
});

test("the host that the browser asked is our own", () => {
  expect(judge({ origin: "http://localhost:3000", host: "localhost:3000" })).toBe(true);
});

test("every other origin is foreign, and so is none", () => {
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
