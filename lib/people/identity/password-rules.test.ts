import { describe, expect, test } from "vitest";
import { assertPasswordAllowed, findPasswordFault } from "@/lib/people/identity/password-rules";

const ADA = { email: "ada.lovelace@analytical.example", name: "Ada Lovelace", merchantNames: ["Paper Lantern", "Tea"] };
const fault = (password: string) => findPasswordFault(password, ADA);

describe("a new password", () => {
  test.each([
    "correct horse battery staple",
    "xK9#vq2!mZp7",
    "sieben kleine Geißlein",
    "лошадь и батарея",
    "the engine of 1843, by lovelace herself",
    "lantern-quartz-mimosa-28",
    `${"a".repeat(20)}bcde fghi`,
  ])("%s is accepted", (password) => expect(fault(password)).toBeNull());

  test("has 12 to 128 characters, however many code units each of them has", () => {
    expect(fault("🐙🦀🐠🐳🦑🐡🦐🐬🦈🐋🦞")).toContain("at least 12");
    expect(fault("🐙🦀🐠🐳🦑🐡🦐🐬🦈🐋🦞🐚")).toBeNull();
    const long = "quartz mimosa ".repeat(10);
    expect(fault(long.slice(0, 128))).toBeNull();
    expect(fault(long.slice(0, 129))).toContain("at most 128");
  });

  test.each(["qwerty123456", "1qaz2wsx3edc", "QwertyQwerty", "ghjcnjgfhjkm"])("%s was in a breach", (password) =>
    expect(fault(password)).toContain("Too common"),
  );

  test.each(["password1234", "!!Password!!", "Sunshine2026", "monkey-12345", "sunsetsunset", "monkeymonkeymonkey"])(
    "%s is a known one, padded or repeated",
    (password) => expect(fault(password)).toContain("Too common"),
  );

  test.each(["aaaaaaaaaaaa", "abababababab", "abcdefghijkl", "890123456789", "zyxwvutsrqpo"])("%s is repetitive", (p) =>
    expect(fault(p)).toContain("Too repetitive"),
  );

  test.each([
    "Ada.Lovelace",
    "adalovelace1843",
    "ada.lovelace@analytical.example",
    "PaperLantern!",
    "paper-lantern-2026",
    "2026 Lovelace!",
  ])("%s is the person or the shop", (password) => expect(fault(password)).toContain("Too similar"));

  test("may contain a short name by chance", () => {
    expect(fault("steady teapot on Mars")).toBeNull();
  });

  test("that is rejected names its field and the reason", () => {
    expect(() => assertPasswordAllowed("next", "qwerty123456", ADA)).toThrowError(
      expect.objectContaining({
        code: "invalid_request",
        fields: { next: [expect.stringContaining("Too common")] },
      }),
    );
  });
});
