import fc from "fast-check";
import { expect, it } from "vitest";
import { NoJsonError, parseWhole, type Reading, readJsonStream } from "@/lib/chains/json-stream";
import { withoutEnd } from "@/lib/chains/testing/fake-answer";

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const read = (text: string, reading?: Reading, size = 7) =>
  readJsonStream(inChunks(Buffer.from(text), size), (digits) => digits, reading);

it("parses JSON however it is chunked, with each number as its digits", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 5 }), fc.integer({ min: 1, max: 20 }), async (text, size) => {
      expect(await readJsonStream(inChunks(Buffer.from(text), size), Number)).toEqual(JSON.parse(text));
    }),
  );
  expect(await read('{"a":[18446744073709551615, 1.50],"b":-1e9}')).toEqual({
    a: ["18446744073709551615", "1.50"],
    b: "-1e9",
  });
});

it("streams the items of a list without storing them, including lists within them", async () => {
  const [outer, inner, fields]: unknown[][] = [[], [], []];
  const takers = {
    "$.result.*": (item: unknown) => void outer?.push(structuredClone(item)),
    "$.result.*.logs.*": (item: unknown) => void inner?.push(item),
  };
  const text =
    '{"id":1,"result":[{"a":1,"logs":[{"n":1},{"n":2}]},{"logs":[]},{"logs":[{"n":3}],"b":{"logs":[4]}}],"z":[5]}';
  expect(await read(text, { takers })).toEqual({ id: "1", result: [], z: ["5"] });
  expect(outer).toEqual([{ a: "1", logs: [] }, { logs: [] }, { logs: [], b: { logs: ["4"] } }]);
  expect(inner).toEqual([{ n: "1" }, { n: "2" }, { n: "3" }]);
  const list = { takers: { "$.*": (item: unknown) => void fields?.push(item) } };
  expect(await read("[1,[2],null]", list)).toEqual([]);
  expect(fields).toEqual(["1", ["2"], null]);
});

it("leaves a value that is not a list unchanged", async () => {
  const takers = { "$.result.*": () => expect.unreachable() };
  for (const result of [null, "0x", { a: null, b: [true] }]) {
    expect(await read(JSON.stringify({ result }), { takers })).toEqual({ result });
  }
});

it("ends with what a taker throws, and with what `between` throws between two chunks", async () => {
  const failure = new Error("no such log");
  const throwing = () => {
    throw failure;
  };
  await expect(read("[1]", { takers: { "$.*": throwing } })).rejects.toBe(failure);
  await expect(read("[1]", { between: () => Promise.reject(failure) })).rejects.toBe(failure);
});

it("rejects invalid or truncated JSON, and reports how it began", async () => {
  for (const text of ["", "{", '{"a":1', "[1}", "<html>", "nul", '{"a":1}{"b":2}', '"']) {
    await expect(read(text)).rejects.toBeInstanceOf(NoJsonError);
  }
  await expect(read("<html>no</html>", {}, 100)).rejects.toMatchObject({ head: "<html>no</html>" });
  expect(() => parseWhole("lite fullnode", Number)).toThrow(NoJsonError);
});

it("replaces bytes that are not UTF-8, and keeps valid characters across chunks", async () => {
  const bytes = Buffer.concat([Buffer.from('{"ok":"münze €","bad":"'), Buffer.of(0xff, 0xc3), Buffer.from('"}')]);
  for (let size = 1; size < 12; size += 1) {
    expect(await readJsonStream(inChunks(bytes, size), Number)).toEqual({ ok: "münze €", bad: "\ufffd\ufffd" });
  }
});

it("limits nesting depth and digits to realistic values", async () => {
  await expect(readJsonStream(withoutEnd("[", "["), Number)).rejects.toThrow(/levels/);
  await expect(read(`[${"9".repeat(1_000)}]`)).rejects.toThrow(/digits/);
});
