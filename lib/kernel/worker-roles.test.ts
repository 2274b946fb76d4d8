import { expect, test } from "vitest";
import { parseRoles, WORKER_ROLES } from "@/lib/kernel/worker-roles";

test("a worker does everything unless it is told what", () => {
  expect([...parseRoles([])]).toEqual([...WORKER_ROLES]);
  expect([...parseRoles(["--only", "settle,webhooks"])]).toEqual(["settle", "webhooks"]);
  expect([...parseRoles(["--only=send"])]).toEqual(["send"]);
});

test.each([["--only"], ["--only", "watch,mine"], ["--only", ""], ["send"], ["--only", "send", "watch"]])(
  "refuses %s %s and names the roles",
  (...args) => {
    expect(() => parseRoles(args.filter((arg) => arg !== undefined))).toThrow("watch, settle, send, webhooks");
  },
);
