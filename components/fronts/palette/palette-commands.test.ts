import { expect, test } from "vitest";
import { statusLabel } from "@/components/fronts/palette/found-item";
import { modKeyOf } from "@/components/fronts/palette/mod-key";
import { MERCHANT_PAGES, OPERATOR_GROUPS } from "@/components/fronts/palette/pages";
import { commandsFor, fittingCommands } from "@/components/fronts/palette/palette-commands";
import { MEMBER_ROLES } from "@/lib/people/merchants/role";

const labels = (commands: readonly { readonly label: string }[]) => commands.map(({ label }) => label);

test("commands are offered only to roles that may use them", () => {
  const begun = MEMBER_ROLES.map((role) =>
    labels(commandsFor({ role, isOperator: false }).filter(({ group }) => group === "Create")).join(),
  );
  expect(begun).toEqual([
    "New invoice,New payout,New static wallet,New recurring payment,New payment link,New bill,Test webhook",
    "New invoice,New payout,New static wallet,New recurring payment,New payment link,New bill",
    "Test webhook",
    "",
  ]);
  expect(labels(commandsFor({ role: "owner", isOperator: false }))).not.toContain("Treasury");
  expect(labels(commandsFor({ role: null, isOperator: true }))).not.toContain("Payouts");
});

test("every page of the navigation is found", () => {
  const found = commandsFor({ role: "owner", isOperator: true }).map(({ href }) => href);
  const pages = [...MERCHANT_PAGES, ...OPERATOR_GROUPS.flatMap(({ entries }) => entries)];
  expect(pages.map(({ href }) => href).filter((href) => !found.includes(href))).toEqual([]);
  expect(labels(fittingCommands(commandsFor({ role: null, isOperator: true }), "reversals"))).toEqual(["Reversals"]);
});

test("no two commands share a key sequence, and none is a prefix of another", () => {
  const keys = commandsFor({ role: "owner", isOperator: true }).flatMap((command) =>
    command.keys ? [command.keys.join("")] : [],
  );
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((one) => one.length === 2)).toBe(true);
});

test("commands are found by word prefixes, in any order", () => {
  const all = commandsFor({ role: "owner", isOperator: true });
  expect(labels(fittingCommands(all, "inv new"))).toEqual(["New invoice"]);
  expect(labels(fittingCommands(all, "callb"))).toEqual(["Webhooks"]);
  expect(fittingCommands(all, "")).toEqual(all);
  expect(fittingCommands(all, "nonsense")).toEqual([]);
});

test("the modifier key has its name on the viewer's keyboard", () => {
  expect(["MacIntel", "iPhone"].map((platform) => modKeyOf(platform).symbol)).toEqual(["⌘", "⌘"]);
  expect(["Win32", "Linux x86_64", ""].map((platform) => modKeyOf(platform))).toEqual(
    Array.from({ length: 3 }, () => ({ symbol: "Ctrl", name: "Control" })),
  );
});

test("search results show the label of their badge, not the machine API's status", () => {
  const keywords = (["invoice", "payout", "wallet", "recurrence"] as const).map((kind) =>
    statusLabel({
      kind,
      status: { invoice: "wrong_amount", payout: "process", wallet: "in_active", recurrence: "wait_accept" }[kind],
    }),
  );
  expect(keywords).toEqual(["Underpaid", "Processing", "Coin turned off", "Not accepted yet"]);
  expect(statusLabel({ kind: "invoice", status: "cancelled" })).toBe("Cancelled");
});
