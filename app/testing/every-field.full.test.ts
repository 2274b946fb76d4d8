import { describe, expect, test } from "vitest";
import { readOperations } from "@/app/api/testing/sweep-operations";
import { injectionsOf } from "@/app/testing/input-injections";
import { BODY_BYTES_MAX as PAGE_BODY_BYTES_MAX } from "@/lib/fronts/dashboard/session-endpoint";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { BODY_BYTES_MAX } from "@/lib/fronts/machine-api/read-body";
import { assertionInput, secondProofInput } from "@/lib/people/identity/second-factor-schema";
import { credentialsInput } from "@/lib/people/merchants/schema";
import { adversarialTexts } from "@/lib/testing/adversarial-texts";
import { excessOf } from "@/lib/testing/cpu-cost";

const PAGES = await readOperations();
const [FOR_API, FOR_PAGES] = [adversarialTexts(BODY_BYTES_MAX), adversarialTexts(PAGE_BODY_BYTES_MAX)];
/** What next-auth passes on to us. */
const SIGN_IN = {
  "sign in": credentialsInput,
  "sign in: second step": secondProofInput,
  "sign in: passkey": assertionInput,
};
const ALL = [
  ...OPERATIONS.map(({ method, path, input }) => ({ name: `${method} ${path}`, input, largest: FOR_API })),
  ...PAGES.map(({ name, handler: { input } }) => ({ name, input, largest: FOR_PAGES })),
  ...Object.entries(SIGN_IN).map(([name, input]) => ({ name, input, largest: FOR_PAGES })),
];

describe("no text in an operation's field, however long, costs more than 50 ms of CPU time to validate", () => {
  test("there are fields to try", () =>
    expect(ALL.flatMap(({ input }) => injectionsOf(input)).length).toBeGreaterThan(300));

  test.each(ALL)("$name", async ({ input, largest }) => {
    for (const { place, lengthMax, inject } of injectionsOf(input)) {
      const texts = lengthMax === undefined ? largest : [...largest, ...adversarialTexts(lengthMax)];
      for (const text of texts) {
        const given = inject(text);
        const excess = await excessOf(text, () => input.safeParse(given));
        const shown = `${text.slice(0, 20)}...${text.slice(-2)}`;
        expect({ place, text: shown, length: text.length, excess }).toMatchObject({ excess: null });
      }
    }
  });
});
