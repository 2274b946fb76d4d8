import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AddressFamily } from "@/lib/chains/address-family";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { importScreeningList } from "@/lib/people/screening/import-list";
import { listScreeningLists, setScreeningListActive } from "@/lib/people/screening/lists";
import { screenAddress } from "@/lib/people/screening/screen-address";

beforeAll(() => openGateway(1));
afterAll(closeDatabase);

const ETH = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const BTC = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

const newName = () => `list ${randomUUID().slice(0, 8)}`;
const load = (text: string, name = newName(), format: "csv" | "json" = "csv") =>
  importScreeningList({ name, text, format, actorId: null });
const refusal = (text: string, name?: string, format?: "csv" | "json") =>
  load(text, name, format).then(
    () => "imported",
    (error: Error) => error.message,
  );
async function ask(address: string | null, family: AddressFamily = "evm") {
  const question = { subjectKind: "payout" as const, subjectId: randomUUID(), family, address };
  return await withTransaction((tx) => screenAddress(tx, question));
}
const hitsOf = async (...question: Parameters<typeof ask>) => {
  const { isHit, lists } = await ask(...question);
  return isHit ? lists.map(({ list, version, note }) => `${list} ${version} ${note}`.trim()) : [];
};
const switchOff = (id: string) => setScreeningListActive({ id, isActive: false, actorId: null });
const randomEvm = () => `0x${randomUUID().replaceAll("-", "")}00000000`;

describe("an import", () => {
  test("accepts addresses of every family, named or not, and counts a repeated address once", async () => {
    const name = newName();
    const text = `address,network,note\n${ETH},bsc,One\n${ETH.toLowerCase()},evm,Two\n${BTC},,\n${TRON},tron,`;
    expect(await load(text, name)).toMatchObject({ version: 1, entryCount: 3 });
    expect(await hitsOf(ETH)).toEqual([`${name} 1 One`]);
    expect(await hitsOf(BTC, "btc")).toEqual([`${name} 1`]);
    expect(await hitsOf(TRON, "tron")).toEqual([`${name} 1`]);
    expect(await hitsOf(BTC, "ltc")).toEqual([]);
  });

  test("imports nothing if any line is wrong, and names each line with its reason", async () => {
    const name = newName();
    const text = [
      ETH,
      "0xdAC17F958D2ee523a2206206994597C13D831eC7",
      `${BTC},eth`,
      `${ETH},moon`,
      "0x000000000000000000000000000000000000dEaD",
      "nonsense!",
      ',eth,"a note\nof two lines"',
      "0x12",
    ].join("\n");
    expect(await refusal(text, name)).toBe(
      "Nothing was imported. line 2: wrong checksum: check for typos; line 3: address of another network; " +
        "line 4: unknown network moon; line 5: funds can't be sent from this address; line 6: no address; line 7: no address; " +
        "line 9: address too long",
    );
    expect(await database().screeningList.count({ where: { name } })).toBe(0);
  });

  test("limits the reported problems, and says how many more there are", async () => {
    expect(await refusal(Array.from({ length: 30 }, () => "?").join("\n"))).toMatch(
      /line 20: no address; and 10 more$/,
    );
    expect(await refusal("?\n".repeat(5_000))).toMatch(/and many more$/);
  });

  test("is rejected if it is empty, has no name or is of another kind", async () => {
    expect(await refusal("")).toBe("Nothing was imported. The list contains no addresses");
    expect(await refusal("address,note\n")).toBe("Nothing was imported. The list contains no addresses");
    expect(await refusal(ETH, "  ")).toMatch(/Enter a name for the list/);
    expect(await refusal("{}", newName(), "json")).toBe("Nothing was imported. The JSON is not an array of addresses");
  });

  test("finds every imported address, and no other, whatever the list", async () => {
    const byte = fc.integer({ min: 1, max: 255 });
    const address = fc
      .array(byte, { minLength: 20, maxLength: 20 })
      .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`);
    const list = fc.uniqueArray(address, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(list, address, fc.boolean(), async (addresses, other, isJson) => {
        const text = isJson ? JSON.stringify(addresses) : addresses.join("\n");
        const { id } = await load(text, newName(), isJson ? "json" : "csv");
        for (const taken of addresses) expect((await ask(taken)).isHit).toBe(true);
        expect((await ask(other)).isHit).toBe(addresses.includes(other));
        await switchOff(id);
      }),
      { numRuns: 12 },
    );
  });

  test("of many thousand rows is complete", async () => {
    const addresses = Array.from(
      { length: 12_000 },
      (_, index) => `0x${(index + 1_000_000).toString(16).padStart(40, "a")}`,
    );
    const { id, entryCount } = await load(addresses.join("\n"));
    expect([entryCount, await database().screeningEntry.count({ where: { listId: id } })]).toEqual([12_000, 12_000]);
    expect((await ask(addresses.at(-1) ?? "")).isHit).toBe(true);
    await switchOff(id);
  });
});

describe("a list that is received as bytes", () => {
  test("is imported completely, wherever the bytes are split, even within a character", async () => {
    const name = newName();
    const addresses = [randomEvm(), randomEvm()];
    const bytes = Buffer.from(`${addresses[0]},,Čeština\n${addresses[1]},,東京\n`);
    async function* oneByOne() {
      for (const byte of bytes) yield Buffer.from([byte]);
    }
    await importScreeningList({ name, text: oneByOne(), format: "csv", actorId: null });
    expect(await Promise.all(addresses.map((address) => hitsOf(address)))).toEqual([
      [`${name} 1 Čeština`],
      [`${name} 1 東京`],
    ]);
  });

  test("is rejected as soon as it exceeds 64 MB", async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 1;
        yield Buffer.alloc(8 * 1024 * 1024, "a");
      }
    }
    const endlessImport = importScreeningList({ name: newName(), text: endless(), format: "csv", actorId: null });
    await expect(endlessImport).rejects.toMatchObject({
      code: "body_too_large",
      message: "A list can be at most 64 MB.",
    });
    expect(sent).toBe(9);
  });

  test("with a wrong row far behind thousands of good ones imports nothing, and names its line", async () => {
    const name = newName();
    const good = Array.from({ length: 11_000 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, "b")}`);
    expect(await refusal([...good, "0x12"].join("\n"), name)).toBe(
      "Nothing was imported. line 11001: address too long",
    );
    expect(await database().screeningList.count({ where: { name } })).toBe(0);
  });
});

describe("of the versions of a list", () => {
  test("only the newest is used: what it omits is clear again", async () => {
    const name = newName();
    const [first, second] = [randomEvm(), randomEvm()];
    await load(first, name);
    expect(await load(second, name)).toMatchObject({ version: 2 });
    expect([await hitsOf(first), await hitsOf(second)]).toEqual([[], [`${name} 2`]]);
  });

  test("an earlier one is used if the operator activates it, and none if the list is switched off", async () => {
    const name = newName();
    const [first, second] = [randomEvm(), randomEvm()];
    const old = await load(first, name);
    await load(second, name);
    await setScreeningListActive({ id: old.id, isActive: true, actorId: null });
    expect([await hitsOf(first), await hitsOf(second)]).toEqual([[`${name} 1`], []]);
    await switchOff(old.id);
    expect([await hitsOf(first), await hitsOf(second)]).toEqual([[], []]);
    const shown = (await listScreeningLists()).filter((list) => list.name === name);
    expect(shown).toMatchObject([
      { version: 2, isNewest: true, isActive: false, entryCount: 1 },
      { version: 1, isNewest: false, isActive: false },
    ]);
  });

  test("concurrent imports get separate numbers, and one is active", async () => {
    const name = newName();
    const imported = await Promise.all(Array.from({ length: 5 }, () => load(randomEvm(), name)));
    expect(imported.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(await database().screeningList.findMany({ where: { name, isActive: true } })).toMatchObject([
      { version: 5 },
    ]);
  });

  test("an unknown one cannot be switched", async () => {
    await expect(switchOff(randomUUID())).rejects.toThrow("List not found.");
  });
});

describe("a verdict", () => {
  test("is stored with every list that was checked, even without a match or a sender", async () => {
    const name = newName();
    await load(randomEvm(), name);
    const subjectId = randomUUID();
    for (const address of [randomEvm(), null])
      await withTransaction((tx) => screenAddress(tx, { subjectKind: "deposit", subjectId, family: "evm", address }));
    const verdicts = await database().screeningVerdict.findMany({ where: { subjectId } });
    expect(verdicts.map(({ isHit }) => isHit)).toEqual([false, false]);
    for (const { lists } of verdicts) expect(lists).toContainEqual({ list: name, version: 1, note: "" });
  });
});
