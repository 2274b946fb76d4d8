import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SIGNING_VECTORS } from "@/components/delivery/docs/signing-vectors";
import { SNIPPETS } from "@/components/delivery/docs/snippets/all";
import type { Snippet } from "@/components/delivery/docs/snippets/snippet";
import { writePhpJson } from "@/lib/delivery/webhooks/payload";
import { postWebhook } from "@/lib/delivery/webhooks/post-webhook";
import { writeWebhookRequest } from "@/lib/delivery/webhooks/sign-payload";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { assertTimely, isTimedBy, parseTimedSignature, signBody } from "@/lib/fronts/machine-api/signatures";
import { testUnless } from "@/lib/testing/unless";

/**
 * Reads `{"body": base64, "headers", "key"}` and prints
 * `[sign, isSigned, isStandardSigned, signTimed]`, the last of a POST to {@link TARGET}.
 */
type Harness = { readonly probe: readonly string[]; readonly run: (snippet: Snippet) => readonly string[] };

const TARGET = "/v1/payment/list?cursor=a%2Fb";

const folder = mkdtempSync(join(tmpdir(), "snippets-"));
function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const HARNESSES: Readonly<Record<string, Harness>> = {
  php: {
    probe: ["php", "--version"],
    run: ({ sign, signTimed, verify }) => [
      "php",
      write(
        "all.php",
        `<?php\n${sign}\n${signTimed}\n${verify}\n
        $case = json_decode(file_get_contents('php://stdin'), true);
        [$body, $key] = [base64_decode($case['body']), $case['key']];
        echo json_encode([sign($body, $key), is_signed($body, $key), is_standard_signed($body, $case['headers'], $key),
          sign_timed('POST', '${TARGET}', $body, $key)]);`,
      ),
    ],
  },
  node: {
    probe: [process.execPath, "--version"],
    run: ({ sign, signTimed, verify }) => {
      write("sign.mjs", sign);
      write("timed.mjs", signTimed);
      write("verify.mjs", verify);
      const main = `import { readFileSync } from "node:fs"; import { sign } from "./sign.mjs";
        import { signTimed } from "./timed.mjs";
        import { isSigned, isStandardSigned } from "./verify.mjs";
        const { body, headers, key } = JSON.parse(readFileSync(0, "utf8")); const bytes = Buffer.from(body, "base64");
        const timed = signTimed("POST", "${TARGET}", bytes, key);
        console.log(JSON.stringify([sign(bytes, key), isSigned(bytes, key), isStandardSigned(bytes, headers, key), timed]));`;
      return [process.execPath, write("main.mjs", main)];
    },
  },
  python: {
    probe: ["python3", "--version"],
    run: ({ sign, signTimed, verify }) => [
      "python3",
      write(
        "main.py",
        `${sign}\n\n${signTimed}\n\n${verify}\n
import json, sys
case = json.load(sys.stdin)
body, key = base64.b64decode(case["body"]), case["key"]
timed = sign_timed("POST", "${TARGET}", body, key)
print(json.dumps([sign(body, key), is_signed(body, key), is_standard_signed(body, case["headers"], key), timed]))`,
      ),
    ],
  },
  go: {
    probe: ["go", "version"],
    run: ({ sign, signTimed, verify }) => [
      "go",
      "run",
      write("sign.go", sign),
      write("timed.go", signTimed),
      write("verify.go", verify),
      write(
        "main.go",
        `package main
import ("encoding/base64"; "encoding/json"; "fmt"; "os")
func main() {
	var given struct { Body, Key string; Headers map[string]string }
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil { panic(err) }
	body, _ := base64.StdEncoding.DecodeString(given.Body)
	answer, _ := json.Marshal([]any{Sign(body, given.Key), IsSigned(body, given.Key), IsStandardSigned(body, given.Headers, given.Key),
		SignTimed("POST", "${TARGET}", body, given.Key)})
	fmt.Println(string(answer))
}`,
      ),
    ],
  },
  ruby: {
    probe: ["ruby", "--version"],
    run: ({ sign, signTimed, verify }) => [
      "ruby",
      write(
        "main.rb",
        `${sign}\n${signTimed}\n${verify}\n
require "json"
given = JSON.parse(STDIN.read)
body, key = given["body"].unpack1("m0"), given["key"]
timed = sign_timed("POST", "${TARGET}", body, key)
puts JSON.generate([sign(body, key), signed?(body, key), standard_signed?(body, given["headers"], key), timed])`,
      ),
    ],
  },
};

const KEY = "test_key";
const PAYLOAD = writePhpJson({ type: "payment", additional_data: 'заказ a/b, "sign":"x"', txid: null, is_final: true });

let shop: Receiver;
beforeAll(async () => {
  shop = await startReceiver((response) => void response.writeHead(200).end());
});
afterAll(() => shop.close());

/** As a shop's server receives it: sent by the gateway's own sender, and captured from the wire. */
async function webhook(sentAt = new Date()) {
  const request = writeWebhookRequest({ id: "6f1c", url: shop.url, payload: PAYLOAD }, KEY, sentAt);
  await postWebhook(request, new AbortController().signal);
  const { body = "", headers = {} } = shop.received.at(-1) ?? {};
  expect(body).toBe(request.body);
  return { body, headers, key: KEY };
}

/**
 * Returns whether the gateway accepts this `x-signature` for a call with this body to
 * {@link TARGET}.
 */
function isTaken(header: string, raw: Uint8Array, key: string): boolean {
  const timed = parseTimedSignature(header);
  if (timed === null) return false;
  assertTimely(timed, new Date());
  return isTimedBy({ method: "POST", target: TARGET, raw }, timed, key);
}

const bytesOf = (body: string) => Buffer.from(body, "utf8");

describe.each(SNIPPETS.map((snippet) => [snippet.label, snippet] as const))(
  "the reference's %s code",
  (_label, snippet) => {
    const harness = HARNESSES[snippet.id];
    const [program = "", ...flags] = harness?.probe ?? [];
    const isInstalled = spawnSync(program, flags).status === 0;
    const command = isInstalled && harness ? harness.run(snippet) : [];

    function run(given: { body: string; headers: object; key: string }): unknown[] {
      const [file = "", ...rest] = command;
      const input = JSON.stringify({ ...given, body: bytesOf(given.body).toString("base64") });
      const { status, stdout, stderr } = spawnSync(file, rest, { input, encoding: "utf8", timeout: 60_000 });
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    }

    testUnless(isInstalled ? null : `no ${program} here`)(
      "signs as we verify, takes the webhooks that we sign, and refuses what was changed, old or of another key",
      async () => {
        const genuine = await webhook();
        const changed = genuine.body.replace('"is_final":true', '"is_final":false');
        const cases = [
          { given: genuine, answer: [signBody(bytesOf(genuine.body), KEY), true, true] },
          { given: { ...genuine, body: changed }, answer: [signBody(bytesOf(changed), KEY), false, false] },
          { given: { ...genuine, body: `${genuine.body}\n` }, answer: [expect.any(String), false, false] },
          { given: { ...genuine, key: "other" }, answer: [signBody(bytesOf(genuine.body), "other"), false, false] },
          { given: await webhook(new Date(Date.now() - 600_000)), answer: [expect.any(String), true, false] },
          { given: { body: "{}", headers: {}, key: KEY }, answer: [signBody(bytesOf("{}"), KEY), false, false] },
          {
            given: { body: "", headers: { "webhook-timestamp": "soon" }, key: KEY },
            answer: [signBody(bytesOf(""), KEY), false, false],
          },
        ];
        for (const { given, answer } of cases) {
          const [sign, isSigned, isStandardSigned, timed] = run(given);
          expect([sign, isSigned, isStandardSigned]).toEqual(answer);
          expect(isTaken(String(timed), bytesOf(given.body), given.key)).toBe(true);
        }
      },
      120_000,
    );
  },
);

test("every tab has a harness that runs it", () => {
  expect(Object.keys(HARNESSES).sort()).toEqual(SNIPPETS.map(({ id }) => id).sort());
});

test.each(SIGNING_VECTORS)("the reference's signature of '$body' matches the verifying code", ({ body, sign }) => {
  expect(signBody(bytesOf(body), KEY)).toBe(sign);
});
