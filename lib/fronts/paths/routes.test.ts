import { expect, test } from "vitest";
import { ownPath } from "@/lib/fronts/paths/routes";

test.each([
  "/invoices",
  "/invoices?status=paid&q=a%20b",
  "/settings/account#sessions",
  "/operator",
  "/confirm-email/x",
])("%s is a valid return path", (path) => expect(ownPath(path)).toBe(path));

test.each([
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
  "evil",
  "/api/rpc/account.sessions.list",
  "/sign-in?return=/invoices",
  "/confirm?return=/invoices",
  "",
  null,
  undefined,
])("%j is not a valid return path", (path) => expect(ownPath(path)).toBeNull());
