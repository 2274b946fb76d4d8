import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { embedSnippets } from "@/lib/people/brands/embed-snippets";

const SNIPPETS = embedSnippets("https://pay.example.com");

test("the guide shows each snippet as the settings page does", () => {
  const guide = readFileSync("docs/integration.md", "utf8");
  const blocks = [...guide.matchAll(/^```html\n(.*?)\n```$/gms)].map(([, code]) => code);
  for (const { code } of SNIPPETS) expect(blocks).toContain(code);
});

test("each snippet leads to the payment page without a script", () => {
  for (const { code } of SNIPPETS)
    expect(code).toMatch(/(href|action)="https:\/\/pay\.example\.com\/pay\/[0-9a-f-]{36}"/);
});
