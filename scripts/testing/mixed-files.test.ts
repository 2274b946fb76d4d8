import { expect, test } from "vitest";
import { mix } from "@/scripts/testing/mixed-files";

const others = Array.from({ length: 14 }, (_, index) => `/lib/money/${index}.db.test.ts`);
const chains = ["/lib/chains/evm/scan.chain.test.ts", "/lib/run/worker/crash.chain.test.ts"];

test("tests of chains are spread over the others, the long ones first and with more beside them", () => {
  const mixed = mix([...chains, ...others], (path) => path);
  expect(mixed.toSorted()).toEqual([...chains, ...others].toSorted());
  expect(chains.map((path) => mixed.indexOf(path))).toEqual([13, 0]);
});

test("files without tests of chains keep their order, and so do tests of chains without others", () => {
  expect(mix(others, (path) => path)).toEqual(others);
  expect(mix(chains, (path) => path)).toEqual(chains.toReversed());
});
