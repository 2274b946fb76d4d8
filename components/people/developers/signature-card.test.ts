import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { exampleOf } from "@/components/people/developers/signature-card";

test("the example signs as the machine API expects, with tools that every system has", () => {
  const example = exampleOf("https://pay.example", "8a1e");
  expect(example).not.toMatch(/base64 -|md5sum|jq/);
  const lines = example.split("\n");
  const script = [
    ...lines.slice(
      0,
      lines.findIndex((line) => line.startsWith("curl")),
    ),
    'printf %s "$SIGN $BODY"',
  ];
  const [sign = "", ...body] = execFileSync("sh", ["-c", script.join("\n")], { encoding: "utf8" }).split(" ");
  const base64 = Buffer.from(body.join(" ")).toString("base64");
  expect(sign).toBe(createHash("md5").update(`${base64}your payment key`).digest("hex"));
});
