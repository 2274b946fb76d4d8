import { expect, it } from "vitest";
import { readJsonStream } from "@/lib/chains/json-stream";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { withoutEnd } from "@/lib/chains/testing/fake-answer";

const takers = { "$.result.*": () => undefined };

it.each([
  ["string", "0", '["'],
  ["string of escape sequences", "\\n", '["'],
  ["number", "9", "["],
  ["run of spaces", " ", "["],
  ["array", "[],", "["],
  ["array inside an item", "{},", '{"result":[{"logs":['],
])("stops reading an endless %s before it has taken the memory of the process", async (_, piece, begin) => {
  await expect(readJsonStream(withoutEnd(piece, begin), Number, { takers })).rejects.toBeInstanceOf(
    AnswerTooLargeError,
  );
});
