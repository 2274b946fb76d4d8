import { describe, expect, test } from "vitest";
import { readSources } from "@/scripts/lib/import-graph.mjs";

/**
 * Every page, and every route outside of /api, read from the code: its own code or a list here
 * states who may see it.
 */
const APP = readSources(["app"]).filter(({ path }) => !path.includes("/testing/"));
const pages = APP.filter(({ path }) => /\/page\.tsx$/.test(path));

/**
 * Returns the first await of the page's own function, ignoring comments: nothing may be read before
 * the caller is authenticated.
 */
function firstWait({ text }: { readonly text: string }): string {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const body = /^export default async function \w+\([\s\S]*$/m.exec(code)?.[0] ?? "";
  return /\bawait ([\w.]+)\(/.exec(body)?.[1] ?? "nothing";
}

describe("pages", () => {
  test.each([
    [
      "the dashboard finds out for itself who asks, because a layout does not run again on navigation",
      "app/(dashboard)/",
      ["requireMember", "requireAllowed", "requirePerson"],
    ],
    ["the operator turns everybody else away", "app/(operator)/", ["requireOperator"]],
  ])("each page of %s", (_, folder, gates) => {
    const found = pages.filter(({ path }) => path.startsWith(folder));
    expect(found.length).toBeGreaterThan(20);
    const wrong = found.filter((page) => !gates.includes(firstWait(page)));
    expect(wrong.map((page) => [page.path, firstWait(page)])).toEqual([]);
  });

  test("the check detects a gate that is only named in a comment, comes late, or belongs to another function", () => {
    const page = (body: string) => ({ text: `export default async function Page() {\n${body}\n}\n` });
    expect(firstWait(page("  const { role } = await requireMember();"))).toBe("requireMember");
    expect(firstWait(page("  // await requireMember();\n  return null;"))).toBe("nothing");
    expect(firstWait(page("  const all = await listAll();\n  await requireMember();"))).toBe("listAll");
    expect(firstWait({ text: "async function other() {\n  await requireMember();\n}\nexport default Page;\n" })).toBe(
      "nothing",
    );
  });
});

/** Routes outside of /api that are not operations of the machine API, and who may use them. */
const OPEN: Readonly<Record<string, string>> = {
  "app/brand/[hash]/route.ts": "everybody: a logo, by the hash of its bytes",
  "app/brand/preview/route.ts": "members: asks for the session itself",
  "app/embed.js/route.ts": "everybody: a script without data",
  "app/healthz/route.ts": "everybody: a word",
  "app/b/[secret]/route.ts": "whoever has the address of a bill",
  "app/l/[name]/route.ts": "everybody: a merchant's payment link",
  "app/metrics/route.ts": "whoever has the token of the metrics",
  "app/openapi.json/route.ts": "everybody: the description of the machine API",
  "app/readyz/route.ts": "everybody: a word",
  "app/pay/[uuid]/balance/route.ts": "the payer who is signed in: asks for the session itself",
  "app/pay/[uuid]/coin/route.ts": "the payer, by the uuid",
  "app/pay/[uuid]/events/route.ts": "the payer, by the uuid",
  "app/pay/[uuid]/refund/confirm/route.ts": "the payer, by the link's secret",
  "app/pay/[uuid]/refund/route.ts": "the payer, by the uuid",
  "app/pay/[uuid]/refund/sign/route.ts": "the payer, by a wallet's signature",
  "app/pay/[uuid]/renew/route.ts": "the payer, by the uuid",
  "app/pay/[uuid]/route.ts": "the payer, by the uuid",
  "app/pay/[uuid]/sandbox/route.ts": "the payer of play money, by the uuid",
  "app/pay/[uuid]/state/route.ts": "the payer, by the uuid",
  "app/pay/assets/[file]/route.ts": "everybody: files without data",
  "app/questionnaire/[link]/route.ts": "the payer of a held payment, by the link's secret",
  "app/recurring/[uuid]/accept/route.ts": "the payer, by the link's secret",
  "app/recurring/[uuid]/cancel/route.ts": "the payer, by the link's secret",
  "app/recurring/[uuid]/link/route.ts": "whoever has the plan's link, for a mail",
  "app/recurring/[uuid]/route.ts": "whoever has the plan's link; the payer, by the link's secret",
  "app/wallet/[uuid]/events/route.ts": "the payer, by the uuid",
  "app/wallet/[uuid]/route.ts": "the payer, by the uuid",
  "app/wallet/[uuid]/sandbox/route.ts": "the payer of play money, by the uuid",
  "app/wallet/[uuid]/state/route.ts": "the payer, by the uuid",
};

describe("routes outside of /api", () => {
  const routes = APP.filter(({ path }) => /\/route\.ts$/.test(path) && !path.startsWith("app/api/"));

  test("each is an operation of the machine API, signed by a key, or is listed here with its audience", () => {
    const others = routes.filter(({ path }) => !/^app\/v\d\//.test(path)).map(({ path }) => path);
    expect(others.sort()).toEqual(Object.keys(OPEN).sort());
  });

  test("each operation of the machine API is built by its endpoint, which verifies the signature", () => {
    const signed = routes.filter(({ path }) => /^app\/v\d\//.test(path));
    expect(signed.length).toBeGreaterThan(20);
    for (const { path, text } of signed)
      expect([path, /= (endpoint|publicEndpoint)\(|export \{ POST \} from/.test(text)]).toEqual([path, true]);
  });

  test.each(["app/brand/preview/route.ts", "app/pay/[uuid]/balance/route.ts"])("%s requires a session", (path) => {
    const text = routes.find((route) => route.path === path)?.text ?? "";
    expect(text).toMatch(/await (member\("merchant.read"\)\.admit|payerOf)\(/);
  });
});
