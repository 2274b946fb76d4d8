import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AuditTarget, type AuditTargetProps } from "@/components/people/audit/audit-target";

const ID = "b96dd38a-e63f-46de-a5e7-e5c5101736fa";

const markupOf = (entry: AuditTargetProps["entry"]) => renderToStaticMarkup(createElement(AuditTarget, { entry }));

test("an object is shown by its name, linked to its page, with its id to copy", () => {
  const object = { label: "Payout", name: "order-1234", path: `/payouts/${ID}` };
  const markup = markupOf({ target: ID, object });
  expect(markup).toContain(`href="/payouts/${ID}"`);
  expect(markup).toContain("Payout <bdi>order-1234</bdi>");
  expect(markupOf({ target: ID, object: { ...object, path: null } })).not.toContain("href");
});

test("a name cannot add markup", () => {
  const object = { label: "Payout", name: "<img src=x>", path: null };
  expect(markupOf({ target: ID, object })).not.toContain("<img");
});

test("without a name a uuid is shortened, and a code is shown whole", () => {
  expect(markupOf({ target: ID, object: null })).toContain(">b96dd38a…<");
  expect(markupOf({ target: "bsc:USDT", object: null })).toContain(">bsc:USDT<");
  expect(markupOf({ target: null, object: null })).toBe("");
});
