import pino from "pino";
import { expect, test } from "vitest";
import { LOG_OPTIONS } from "@/lib/kernel/log";

/** Returns the lines that our logger writes. */
function written(write: (logger: pino.Logger) => void): string {
  const lines: string[] = [];
  write(pino({ ...LOG_OPTIONS, level: "info" }, { write: (line) => void lines.push(line) }));
  return lines.join("");
}
/** Returns objects that each contain all of them. */
function ring(count: number): Record<string, unknown>[] {
  const all: Record<string, unknown>[] = Array.from({ length: count }, () => ({}));
  for (const one of all) Object.assign(one, all);
  return all;
}
const parsed = (write: (logger: pino.Logger) => void) => JSON.parse(written(write));

test.each<[string, unknown]>([
  ["a long string", "x".repeat(10_000_000)],
  ["many strings", Array.from({ length: 50 }, () => "x".repeat(100_000))],
  ["a wide object", Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`${index}`, "x".repeat(1_000)]))],
  ["a long property name", { ["x".repeat(1_000_000)]: 1 }],
  ["a deeply nested object", JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`)],
  ["an error with a long message", new Error("x".repeat(1_000_000), { cause: new Error("y".repeat(1_000_000)) })],
  ["characters that need escaping", "\0".repeat(1_000_000)],
  ["circular references", ring(5)],
])("limits a line to 64 KB, whatever its content: %s", (_, value) => {
  for (const line of [
    written((logger) => logger.warn({ value, err: value }, "said")),
    written((logger) => logger.warn(String(value))),
  ]) {
    expect(line.length).toBeLessThan(64_000);
    expect(line.trim().split("\n")).toHaveLength(1);
  }
});

test("a truncated text states its original length", () => {
  expect(parsed((logger) => logger.info({ path: "x".repeat(5_000) })).path).toMatch(/^x{2000}… \(5000 characters\)$/);
});

test("escapes characters that move a terminal's cursor or change text direction, even after JSON parsing", () => {
  const hostile = "a\u001b[2Jb\u0007c\u009bd\u202ee\u2028f\u200bg\r\nh";
  const line = parsed((logger) => logger.info({ agent: hostile, [hostile]: 1 }, hostile));
  for (const text of [line.agent, line.msg, Object.keys(line).at(-2)])
    expect(text).toBe("a<U+001B>[2Jb<U+0007>c<U+009B>d<U+202E>e<U+2028>f<U+200B>g<U+000D>\nh");
});

test("logs an error with its type, stack, cause and properties, under any name", () => {
  const error = Object.assign(new TypeError("broken", { cause: new Error("the disk") }), { code: "E1" });
  for (const name of ["err", "error"]) {
    const line = parsed((logger) => logger.error({ [name]: error }, "failed"));
    expect(line[name]).toMatchObject({
      type: "TypeError",
      message: "broken",
      code: "E1",
      cause: { message: "the disk" },
    });
    expect(line[name].stack).toContain("log.test.ts");
  }
});

test("removes secrets at any depth", () => {
  const line = written((logger) => logger.info({ password: "hidden", a: { b: { c: [{ d: { cookie: "hidden" } }] } } }));
  expect(line).not.toContain("hidden");
  expect(line.match(/\[removed\]/g)).toHaveLength(2);
});
