import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NATIVE } from "@/lib/chains/contract/rig";
import { makeTronRig, type TronRig } from "@/lib/chains/tron/testing/tron-rig";
import { testUnless } from "@/lib/testing/unless";
import { differences, type Shape } from "./shape.mjs";
import { tronQuestions } from "./tron-questions.mjs";

type ShapesFile = {
  readonly shapes: { readonly [name: string]: Shape };
  readonly parts?: { readonly [name: string]: Shape };
};

const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as ShapesFile;
const DOCUMENTED = join(import.meta.dirname, "shapes/tron-documented.json");
/** Recorded by an operator: `node scripts/smoke/tron.mjs`. */
const RECORDED = join(import.meta.dirname, "shapes/tron.json");

let rig: TronRig;
const answers = new Map<string, unknown>();

beforeAll(async () => {
  rig = await makeTronRig();
  const { node, token, pay, createOwner, mine } = rig;
  if (token === null) throw new Error("the rig has a token");
  await pay([{ to: await createOwner(), asset: NATIVE, units: 5n }]);
  await pay([{ to: await createOwner(), asset: token.asset, units: 5n }]);
  await mine(8);
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${node.url}/${path}`, { method: "POST", body: JSON.stringify(body) });
    return (await response.json()) as unknown;
  };
  for (const { name, path, body } of await tronQuestions(ask)) answers.set(name, await ask(path, body));
});
afterAll(() => rig?.stop());

function differencesFrom({ shapes, parts }: ShapesFile): string[] {
  return [...answers].flatMap(([name, answer]) => {
    const shape = shapes[name];
    return shape === undefined ? [`${name} has no shape`] : differences(answer, shape, parts, name);
  });
}

describe("the TRON emulator", () => {
  it("answers the driver's requests in the shapes of java-tron's documentation", () => {
    expect(answers.size).toBeGreaterThan(30);
    expect(Object.keys(read(DOCUMENTED).shapes).sort()).toEqual([...answers.keys()].sort());
    expect(differencesFrom(read(DOCUMENTED))).toEqual([]);
  });

  testUnless(existsSync(RECORDED) ? null : "no shapes recorded from a real TRON node here")(
    "answers in the shapes that a real node was recorded with",
    () => {
      // Keys that a real account or block happened to have, or to lack, may differ in the sandbox;
      // their types must not.
      const byChance = /is missing$|is not known$/;
      expect(differencesFrom(read(RECORDED)).filter((difference) => !byChance.test(difference))).toEqual([]);
    },
  );

  it("would be caught adding a key, changing a type or omitting a key", () => {
    const shape = { id: "text", "fee?": "number", log: [{ data: "text" }] };
    expect(differences({ id: "a", log: [] }, shape)).toEqual([]);
    expect(differences({ id: 5, fee: "5", log: [{ data: "", extra: 1 }] }, shape)).toEqual([
      "id is number, not text",
      "fee is text, not number",
      "log[].extra is not known",
    ]);
    expect(differences({ id: "a" }, shape)).toEqual(["log is missing"]);
  });
});
