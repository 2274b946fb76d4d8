import { randomInt, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  recordFailure,
  recordGoodSignature,
  refuseAfterFailures,
  takePublicCall,
} from "@/lib/fronts/machine-api/address-limits";
import { CLIENT_ADDRESS_HEADER } from "@/lib/kernel/http/client-address";

const NOW = Date.now();
const from = (address: string, merchant: string = randomUUID()) =>
  new Headers({ [CLIENT_ADDRESS_HEADER]: address, merchant });

/** Whether a call passes the check. */
function passes(headers: Headers, now = NOW, check: typeof refuseAfterFailures = refuseAfterFailures): boolean {
  try {
    check(headers, now);
    return true;
  } catch {
    return false;
  }
}

/** Returns how many calls with an invalid signature are checked before one is rejected. */
function failUntilRefused(headers: () => Headers, now = NOW): number {
  for (let count = 0; count < 10_000; count += 1) {
    const called = headers();
    if (!passes(called, now)) return count;
    recordFailure(called, now);
  }
  throw new Error("never refused");
}

test("allows an address 100 calls with invalid signatures per merchant, then 2 per second", () => {
  const merchant = randomUUID();
  expect(failUntilRefused(() => from("203.0.113.1", merchant))).toBe(100);
  expect(failUntilRefused(() => from("203.0.113.1", merchant), NOW + 5_000)).toBe(10);
});

test("allows 500 for all merchants it names together, then 20 per second; counts an IPv6 network as one address", () => {
  const scan = () => from(`2001:db8:1:1::${randomInt(1, 65_536).toString(16)}`);
  expect(failUntilRefused(scan)).toBe(500);
  expect(failUntilRefused(scan, NOW + 5_000)).toBe(100);
  expect(passes(from("2001:db8:1:2::1"))).toBe(true);
});

test("never counts valid signatures, and does not limit their sender for its own mistakes or a neighbour's", () => {
  const [good, neighbour] = [randomUUID(), randomUUID()];
  for (let count = 0; count < 2_000; count += 1) {
    expect(passes(from("203.0.113.3", good))).toBe(true);
    recordGoodSignature(from("203.0.113.3", good), NOW);
  }
  expect(failUntilRefused(() => from("203.0.113.3", neighbour))).toBe(100);
  failUntilRefused(() => from("203.0.113.3"));
  for (let count = 0; count < 2_000; count += 1) recordFailure(from("203.0.113.3", good.toUpperCase()), NOW);
  expect(passes(from("203.0.113.3", good))).toBe(true);
  // A valid signature proves nothing for other addresses, and expires.
  expect(failUntilRefused(() => from("203.0.113.4", good))).toBe(100);
  expect(failUntilRefused(() => from("203.0.113.3", good), NOW + 3_700_000)).toBe(100);
});

test("does not limit private addresses, which many clients may share", () => {
  const merchant = randomUUID();
  for (let count = 0; count < 1_000; count += 1) recordFailure(from("10.0.0.1", merchant), NOW);
  expect(passes(from("10.0.0.1", merchant))).toBe(true);
  for (let count = 0; count < 1_000; count += 1) expect(passes(from("10.0.0.1"), NOW, takePublicCall)).toBe(true);
});

test("allows an address 200 calls of public operations at once, then 20 per second", () => {
  const call = (now: number) => passes(from("203.0.113.5"), now, takePublicCall);
  expect(Array.from({ length: 300 }, () => call(NOW)).filter(Boolean)).toHaveLength(200);
  expect(Array.from({ length: 300 }, () => call(NOW + 5_000)).filter(Boolean)).toHaveLength(100);
});
