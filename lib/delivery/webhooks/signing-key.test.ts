import { describe, expect, test } from "vitest";
import { chooseSigningKey } from "@/lib/delivery/webhooks/sign-payload";

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 10, minutes));
const NOW = at(30);

describe("the key that signs an event", () => {
  const current = { secret: "current", createdAt: at(20), endsAt: null };
  const rotated = { secret: "rotated", createdAt: at(0), endsAt: at(40) };
  const ended = { secret: "ended", createdAt: at(0), endsAt: at(25) };

  test.each([
    ["is the current key for an event after the rotation", [current, rotated], at(25), "current"],
    ["is the rotated key for an event before the rotation, until that key ends", [current, rotated], at(10), "rotated"],
    ["is the current key once the rotated key has ended", [ended, current], at(10), "current"],
    ["is the only key for an event older than any key", [current], at(-100), "current"],
  ])("%s", (_case, keys, eventAt, expected) => {
    expect(chooseSigningKey(keys, eventAt, NOW)?.secret).toBe(expected);
  });

  test("is none when all keys have ended or none ever existed", () => {
    expect(chooseSigningKey([ended], at(10), NOW)).toBeNull();
    expect(chooseSigningKey([], at(10), NOW)).toBeNull();
  });
});
