import { expect, test } from "vitest";
import { formatCookie } from "@/lib/kernel/http/format-cookie";

test("a cookie with all that protects it", () => {
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

test("one that scripts may read, and its removal", () => {
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
