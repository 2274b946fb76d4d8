import { expect, test } from "vitest";
import { networkTexts, sandboxNetworks } from "@/docs/network-tables";
import { readText } from "@/lib/testing/source-files";
import { recordList, replaceBlock } from "@/scripts/lib/network-records.mjs";

test.each(networkTexts().map((text) => [`${text.file}, ${text.name}`, text] as const))(
  "the networks in %s match the records; npm run networks writes them",
  (_place, text) => {
    const page = readText(text.file) ?? "";
    expect(replaceBlock(page, text)).toBe(page);
  },
);

test("the code and the sandbox know every record; npm run networks lists them", () => {
  expect(readText("lib/chains/networks/all-networks.ts")).toBe(recordList());
  expect(readText("scripts/lib/sandbox/networks.json")).toBe(sandboxNetworks());
});
