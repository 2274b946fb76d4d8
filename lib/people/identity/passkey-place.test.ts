import { expect, test } from "vitest";
import { passkeyPlace } from "@/lib/people/identity/passkey-verify";

test("passkeys belong to the domain of the gateway's URL, over https", () => {
  expect(passkeyPlace("https://pay.example.com")).toEqual({
    isAvailable: true,
    rpId: "pay.example.com",
    origin: "https://pay.example.com",
  });
  expect(passkeyPlace("https://pay.example.com:8443")).toMatchObject({ origin: "https://pay.example.com:8443" });
});

test("a gateway on localhost uses them under that name, port included", () => {
  for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
    expect(passkeyPlace(`http://${host}:3000`)).toEqual({
      isAvailable: true,
      rpId: "localhost",
      origin: "http://localhost:3000",
    });
  }
});

test("an IP address, and a domain without https, report why passkeys are unavailable", () => {
  for (const url of ["https://203.0.113.5", "http://10.0.0.7:3000", "https://[2001:db8::1]"]) {
    expect(passkeyPlace(url)).toMatchObject({ isAvailable: false, reason: expect.stringContaining("domain name") });
  }
  expect(passkeyPlace("http://pay.example.com")).toMatchObject({
    isAvailable: false,
    reason: expect.stringContaining("https"),
  });
});
