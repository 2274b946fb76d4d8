import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SNIPPETS } from "@/components/delivery/docs/snippets/all";
import { writePhpJson } from "@/lib/delivery/webhooks/payload";
import { appendSign, standardWebhookHeaders } from "@/lib/delivery/webhooks/sign-payload";
import { testUnless } from "@/lib/testing/unless";

const GUIDE = readFileSync(join(import.meta.dirname, "integration.md"), "utf8");
const KEY = "test_key";

/**
 * How each language runs a program given as text, and the code that calls the guide's two functions
 * with the case read from standard input.
 */
const LANGUAGES = [
  {
    name: "Node.js",
    fence: "js",
    command: [process.execPath, "--input-type=module", "-e"],
    probe: ["--version"],
    call: `import { readFileSync } from "node:fs";
      const { body, headers, key } = JSON.parse(readFileSync(0, "utf8"));
      const bytes = Buffer.from(body, "base64");
      console.log(JSON.stringify([isSigned(bytes, key), isStandardSigned(bytes, headers, key)]));`,
  },
  {
    name: "Python",
    fence: "python",
    command: ["python3", "-c"],
    probe: ["--version"],
    call: `
import json, sys
case = json.load(sys.stdin)
body = base64.b64decode(case["body"])
print(json.dumps([is_signed(body, case["key"]), is_standard_signed(body, case["headers"], case["key"])]))`,
  },
  {
    name: "PHP",
    fence: "php",
    command: ["php", "-r"],
    probe: ["--version"],
    call: `
      $case = json_decode(file_get_contents('php://stdin'), true);
      $body = base64_decode($case['body']);
      echo json_encode([is_signed($body, $case['key']), is_standard_signed($body, $case['headers'], $case['key'])]);`,
  },
] as const;

type Language = (typeof LANGUAGES)[number];
type Webhook = { readonly body: string; readonly headers: Readonly<Record<string, string>>; readonly key: string };

function snippetOf({ fence }: Language): string {
  const blocks = [...GUIDE.matchAll(new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => code);
  const judging = blocks.filter((code) => /isStandardSigned|is_standard_signed/.test(code));
  expect(judging).toHaveLength(1);
  return judging[0] ?? "";
}

const requirementOf = ({ command, probe }: Language) =>
  spawnSync(command[0], probe).status === 0 ? null : `no ${command[0]} here`;

/** Returns the results of the guide's functions: [sign, Standard Webhooks]. */
function verify(language: Language, { body, headers, key }: Webhook): unknown {
  const [program, ...flags] = language.command;
  const input = JSON.stringify({ body: Buffer.from(body, "utf8").toString("base64"), headers, key });
  const result = spawnSync(program, [...flags, snippetOf(language) + language.call], { input, encoding: "utf8" });
  if (result.status !== 0) throw new Error(result.stderr);
  return JSON.parse(result.stdout);
}

function signedWebhook(sentAt = new Date()): Webhook {
  const payload = writePhpJson({
    type: "payment",
    additional_data: 'заказ a/b, "sign":"x"',
    txid: null,
    is_final: true,
  });
  const body = appendSign(payload, KEY);
  return { body, headers: { ...standardWebhookHeaders({ id: "6f1c", sentAt, body, key: KEY }) }, key: KEY };
}

describe.each(LANGUAGES)("the guide's $name functions", (language) => {
  testUnless(requirementOf(language))(
    "take what we sign and refuse what was changed, old or signed with another key",
    () => {
      const webhook = signedWebhook();
      const changed = webhook.body.replace("true", "false");
      const tenMinutesAgo = new Date(Date.now() - 600_000);
      expect(verify(language, webhook)).toEqual([true, true]);
      expect(verify(language, { ...webhook, body: changed })).toEqual([false, false]);
      expect(verify(language, { ...webhook, key: "another" })).toEqual([false, false]);
      expect(verify(language, signedWebhook(tenMinutesAgo))).toEqual([true, false]);
      expect(verify(language, { ...webhook, body: "{}", headers: {} })).toEqual([false, false]);
    },
  );
});

test.each(SNIPPETS.map(({ label, signTimed }) => [label, signTimed] as const))(
  "the guide's %s code for timestamped signatures equals the reference, which has its own test",
  (_label, code) => {
    expect(GUIDE).toContain(`\n${code}\n\`\`\`\n`);
  },
);

test("the guide's table of signatures is correct", () => {
  const rows = [...GUIDE.matchAll(/^\| (\(nothing\)|`.*`) \| `([0-9a-f]{32})` \|$/gm)];
  expect(rows).toHaveLength(3);
  for (const [, cell = "", sign] of rows) {
    const body = cell === "(nothing)" ? "" : cell.slice(1, -1);
    expect(
      createHash("md5")
        .update(Buffer.from(body).toString("base64") + KEY)
        .digest("hex"),
    ).toBe(sign);
  }
});
