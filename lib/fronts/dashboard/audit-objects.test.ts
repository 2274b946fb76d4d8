import { expect, test } from "vitest";
import { OBJECT_KINDS, objectKind, objectLabel, objectPath } from "@/lib/fronts/dashboard/audit-objects";
import { AUDIT_ACTIONS } from "@/lib/kernel/audit-log/actions";

/** Their object is a code or an e-mail address, or there is none to name. */
const WITHOUT_NAME = [
  "alarm.dismiss",
  "auto-convert.change",
  "coin.change",
  "cold-address.set",
  "data.delete",
  "exchange-terms.reset",
  "exchange-terms.set",
  "job.retry",
  "network.change",
  "notification.choose",
  "restore.scan",
  "seed.reencrypt",
  "sends.accept-nonce",
  "sends.resume",
  "sends.stop",
  "service.change",
  "session.end",
  "sweep-policy.set",
  "sweep.now",
  "token.add",
  "token.cancel",
  "token.look-up",
  "token.offer",
  "token.remove",
  "transfer.to-business",
  "transfer.to-personal",
  "treasury.draw",
  "treasury.fill",
  "webhook.test",
];

test("every action of the audit log has a kind of object, unless it is listed as without a name", () => {
  const nameless = Object.keys(AUDIT_ACTIONS).filter((action) => objectKind(action) === null);
  expect(nameless.toSorted()).toEqual(WITHOUT_NAME);
  expect(objectKind("toString")).toBeNull();
  expect(objectKind("gone.away")).toBeNull();
});

test("an operator gets no path to a merchant's page, nor a merchant one to the operator's", () => {
  for (const kind of OBJECT_KINDS) {
    expect(objectPath("merchant", kind, "1") ?? "/").not.toMatch(/^\/operator/);
    expect(objectPath("operator", kind, "1") ?? "/operator").toMatch(/^\/operator/);
  }
  expect(objectPath("merchant", "invoice", "../x")).toBe("/invoices/..%2Fx");
  expect(objectPath("operator", "person", "a&b@example.com")).toBe("/operator/users?q=a%26b%40example.com");
  expect(objectPath("merchant", "toString", "1")).toBeNull();
  expect(objectLabel("toString")).toBe("");
});
