import { expect, test } from "vitest";
import { commandsFor, fittingCommands } from "@/components/palette/palette-commands";
import { MEMBER_ROLES } from "@/lib/merchants/role";

const labels = (commands: readonly { readonly label: string }[]) => commands.map(({ label }) => label);

test("nobody is offered what their role may not do", () => {
  const begun = MEMBER_ROLES.map((role) =>
    labels(commandsFor({ role, isOperator: false }).filter(({ group }) => group === "Begin")).join(),
  );
  expect(begun).toEqual([
    "New invoice,New payout,New static wallet,New recurring payment,Test webhook",
    "New invoice,New payout,New static wallet,New recurring payment",
    "Test webhook",
    "",
  ]);
  expect(labels(commandsFor({ role: "owner", isOperator: false }))).not.toContain("Treasury");
  expect(labels(commandsFor({ role: null, isOperator: true }))).not.toContain("Payouts");
});

test("no two commands have the same keys, and no keys begin others", () => {
  const keys = commandsFor({ role: "owner", isOperator: true }).flatMap((command) =>
    command.keys ? [command.keys.join("")] : [],
  );
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((one) => one.length === 2)).toBe(true);
});

test("commands are found by the beginnings of their words, in any order", () => {
  const all = commandsFor({ role: "owner", isOperator: true });
  expect(labels(fittingCommands(all, "inv new"))).toEqual(["New invoice"]);
  expect(labels(fittingCommands(all, "callb"))).toEqual(["Webhooks"]);
  expect(fittingCommands(all, "")).toEqual(all);
  expect(fittingCommands(all, "nonsense")).toEqual([]);
});
