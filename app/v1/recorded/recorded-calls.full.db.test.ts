import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Served, serveGateway } from "@/app/v1/conformance/testing/serve-gateway";
import { GROUPS } from "@/app/v1/recorded/testing/groups";
import { openRecordedGateway } from "@/app/v1/recorded/testing/recorded-gateway";
import { createRecorder } from "@/app/v1/recorded/testing/recorder";
import { callsIn, isRecording, readRecording, writeRecording } from "@/app/v1/recorded/testing/recording";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { closeDatabase } from "@/lib/kernel/db";

/**
 * The machine API answers a set of calls byte for byte as recorded in the text files of this
 * folder, and queues the same webhooks. Values that differ in every run are numbered placeholders
 * (`testing/placeholders.ts`).
 *
 * `RECORD=1 npx vitest run app/v1/recorded` writes the files again. Review their diff: merchants
 * notice every change in it, so it belongs in CHANGELOG.md.
 */

const CALLS_MIN = 500;

let served: Served;
beforeAll(async () => {
  await openRecordedGateway();
  served = await serveGateway();
});
afterAll(async () => {
  await served.close();
  await closeDatabase();
});

describe.each(GROUPS)("the calls of $name", ({ name, about, record }) => {
  test("get the recorded responses", async () => {
    const entries = [about];
    const recorder = await createRecorder(served.origin, entries);
    if (isRecording()) return await record(recorder).then(() => writeRecording(name, entries));
    // A call that needs an id from an earlier answer may throw: the earlier answer is the cause.
    const thrown = await record(recorder).then(
      () => null,
      (cause: unknown) => new Error(`${name}: the calls ended early`, { cause }),
    );
    const recorded = readRecording(name);
    const different = entries.findIndex((entry, index) => entry !== recorded[index]);
    if (different !== -1) expect(entries[different], `entry ${different + 1} of ${name}.txt`).toBe(recorded[different]);
    if (thrown !== null) throw thrown;
    expect(entries.length, `entries of ${name}.txt`).toBe(recorded.length);
  });
});

describe("the recorded set", () => {
  const calls = () => GROUPS.flatMap(({ name }) => callsIn(readRecording(name)));

  test(`has at least ${CALLS_MIN} calls`, () => {
    expect(calls().length).toBeGreaterThanOrEqual(CALLS_MIN);
  });

  test.each(OPERATIONS)(
    "has $method $path with a success, and with everything that it refuses with",
    ({ method, path, refusals }) => {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
      const own = calls().filter((call) => call.method === method && pattern.test(call.path));
      expect(own.map(({ status }) => status)).toContain(200);
      const refused = own.filter(({ status }) => status >= 400 && status < 500).map(({ text }) => text);
      expect(refused).not.toEqual([]);
      const missing = refusals.filter((refusal) => !refused.some((text) => messagePattern(refusal).test(text)));
      expect(missing).toEqual([]);
    },
  );
});

/** Matches the message of an answer; names in angle brackets in `refusal` stand for values. */
function messagePattern(refusal: string): RegExp {
  const words = refusal.split(/<\w+>/).map((part) => part.replace(/[.?*+()[\]]/g, "\\$&"));
  return new RegExp(`"message":"${words.join('[^"]+')}"`);
}
