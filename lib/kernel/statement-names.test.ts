import { describe, expect, it } from "vitest";
import { createStatementNames } from "@/lib/kernel/statement-names";

/** The name of the last of so many uses. */
function use(nameOf: ReturnType<typeof createStatementNames>, sql: string, times: number): string {
  let name = "";
  for (let use = 0; use < times; use += 1) name = nameOf({ sql, args: [1] });
  return name;
}

describe("names of prepared statements", () => {
  it("names a statement that is used often, always the same and no other one so", () => {
    const nameOf = createStatementNames();
    expect(use(nameOf, "SELECT $1", 4)).toBe("");
    const first = use(nameOf, "SELECT $1", 1);
    const second = use(nameOf, "SELECT $1 + 1", 5);
    expect(first).not.toBe("");
    expect(second).not.toBe("");
    expect(second).not.toBe(first);
    expect(use(nameOf, "SELECT $1", 3)).toBe(first);
  });

  it("names nothing without values, which PostgreSQL runs as a simple query", () => {
    const nameOf = createStatementNames();
    for (let time = 0; time < 10; time += 1) expect(nameOf({ sql: "COMMIT", args: [] })).toBe("");
  });

  it("names no more than 300, whatever is sent", () => {
    const nameOf = createStatementNames();
    const names = Array.from({ length: 4_000 }, (_, index) => use(nameOf, `SELECT $1 + ${index}`, 5));
    expect(new Set(names).size).toBe(301);
    expect(use(nameOf, "SELECT $1 + 0", 1)).toBe(names[0]);
  });
});
