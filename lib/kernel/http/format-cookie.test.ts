import { expect, test } from "vitest";
import { formatCookie } from "@/lib/kernel/http/format-cookie";

test("formats a cookie with all protective attributes", () => {
  const cookie = {
    name: "__Host-a",
    value: "b;c d",
    path: "/",
    httpOnly: true,
    secure: true,
    sameSite: "lax",
  } as const;
  expect(formatCookie(cookie)).toBe("__Host-a=b%3Bc%20d; Path=/; Secure; HttpOnly; SameSite=lax");
});

test("formats a cookie readable by scripts, and its removal", () => {
  const cookie = {
    name: "a",
    value: "",
    path: "/",
    httpOnly: false,
    secure: false,
    sameSite: "strict",
    maxAge: 0,
  } as const;
  expect(formatCookie(cookie)).toBe("a=; Path=/; Max-Age=0; SameSite=strict");
});
