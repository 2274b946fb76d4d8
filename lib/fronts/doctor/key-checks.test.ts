import { expect, test } from "vitest";
import { checkEncryption, checkSameKey, type KeyIds, keyIdsOf, keyProbe } from "@/lib/fronts/doctor/key-checks";

const worker = (...keys: string[]) => ({ detail: { keys: keys.join(",") } });

test.each([
  [["a"], [["a"]], "ok"],
  [["a"], [["b"]], "error"],
  [["a"], [], "warning"],
  [["a", "b"], [["a", "b"]], "ok"],
  [["a"], [["a", "b"]], "warning"],
  [["b", "a"], [["a", "b"]], "warning"],
  [
    ["b", "a"],
    [
      ["b", "a"],
      ["a", "b"],
    ],
    "warning",
  ],
  [["b", "a"], [["a"]], "error"],
  [
    ["b"],
    [
      ["b", "a"],
      ["a", "b"],
    ],
    "error",
  ],
] as const)("web with the keys %j and workers with %j: %s", (own, workers, state) => {
  expect(
    checkSameKey(
      own as KeyIds,
      workers.map((keys) => worker(...keys)),
    ).state,
  ).toBe(state);
});

const NOTHING = { counts: [], hasUnreadable: false, openLinks: 0 };
const row = (keyId: string | null, count = 1) => ({ table: "api_keys", keyId, count });

test("says when the previous key is not needed any more, and when a link still needs it", () => {
  expect(checkEncryption(["a"], NOTHING)).toMatchObject({
    state: "ok",
    summary: expect.not.stringContaining("PREVIOUS"),
  });
  const done = { ...NOTHING, counts: [row("b", 5)] };
  expect(checkEncryption(["b", "a"], done)).toMatchObject({
    state: "ok",
    summary: expect.stringContaining("SECRET_KEY_PREVIOUS can be removed"),
  });
  expect(checkEncryption(["b", "a"], { ...done, openLinks: 2 })).toMatchObject({
    state: "ok",
    summary: expect.stringMatching(/2 open questionnaires still need SECRET_KEY_PREVIOUS/),
  });
});

test("counts what is still under the previous key, or names no key", () => {
  const counts = [row("b", 5), row("a", 2), row(null, 3)];
  expect(checkEncryption(["b", "a"], { ...NOTHING, counts })).toMatchObject({
    state: "warning",
    summary: expect.stringContaining("5 stored secrets still"),
  });
});

test("reports an unknown key as an error with its name, also where rows name none", () => {
  const counts = [row("b", 5), row("c"), row(null, 3)];
  expect(checkEncryption(["b", "a"], { ...NOTHING, counts })).toMatchObject({
    state: "error",
    summary: expect.stringContaining("1 stored secret can't be decrypted"),
    measured: "key c",
  });
  expect(checkEncryption(["b"], { counts: [row(null, 3)], hasUnreadable: true, openLinks: 0 }).state).toBe("error");
});

test("a worker records the names of its keys, and nothing of the keys", () => {
  const [first, second] = ["a1".repeat(32), "b2".repeat(32)] as const;
  const settings = { SECRET_KEY: first, SECRET_KEY_PREVIOUS: [second] };
  const [probe] = keyProbe(settings);
  expect(probe?.detail["keys"]).toBe(keyIdsOf(settings)?.join(","));
  expect(JSON.stringify(probe)).not.toMatch(/a1a1|b2b2/);
  expect(keyProbe({ SECRET_KEY: undefined, SECRET_KEY_PREVIOUS: [] })).toEqual([]);
});
