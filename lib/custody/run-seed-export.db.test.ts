import { PassThrough, Readable } from "node:stream";
import { afterAll, expect, it } from "vitest";
import { openSeed } from "@/lib/custody/open-seed";
import { runSeedExport } from "@/lib/custody/run-seed-export";
import type { SeedKeys } from "@/lib/custody/seed-key";
import { closeDatabase } from "@/lib/kernel/db";

const KEY = [Buffer.alloc(32, 3)] as const;

afterAll(closeDatabase);

it("shows the words once, confirms the backup from the written copy, and then shows them no more", async () => {
  const mnemonic = await openSeed(KEY);
  const shown = await run([]);
  expect(shown.code).toBe(0);
  const numbered = [...shown.output.matchAll(/^ *(\d+)\. (\w+)$/gm)].map(([, , word]) => word);
  expect(numbered.join(" ")).toBe(mnemonic);
  expect(shown.output).toMatch(/spend key [0-9a-f]{64}/);
  await expect(run([])).rejects.toThrow(/--again/);
  expect((await run(["--again"])).output).toContain(numbered[0]);
  await expect(run(["--confirm"], "not the words")).rejects.toThrow(/not confirmed/);
  expect((await run(["--confirm"], numbered.join("\n"))).output).toContain("confirmed");
  await expect(run(["--again"])).rejects.toThrow(/not shown again/);
  await expect(run(["--restore"], mnemonic)).rejects.toThrow(/never replaced/);
});

it("encrypts the words under the current key without showing them", async () => {
  const mnemonic = await openSeed(KEY);
  const fresh = Buffer.alloc(32, 4);
  const [done, again] = [await run(["--reencrypt"], "", [fresh, ...KEY]), await run(["--reencrypt"], "", [fresh])];
  expect([done.output, again.output]).toEqual([
    expect.stringContaining("under the new key"),
    expect.stringContaining("nothing was changed"),
  ]);
  for (const word of mnemonic.split(" ").filter((one) => one.length > 5))
    expect(done.output + done.errors).not.toContain(` ${word} `);
  expect(await openSeed([fresh])).toBe(mnemonic);
});

it("prints its usage for any other request", async () => {
  const { code, output, errors } = await run(["--help"]);
  expect([code, output]).toEqual([1, ""]);
  expect(errors).toContain("Usage:");
});

async function run(flags: readonly string[], typed = "", keys: SeedKeys = KEY) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runSeedExport(flags, keys, { input: Readable.from([Buffer.from(typed)]), output, errors });
  return { code, output: String(output.read() ?? ""), errors: String(errors.read() ?? "") };
}
