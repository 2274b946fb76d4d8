import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "@playwright/test";

const MAILS = join(dirname(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json"), "mails");

/** A link that ends with a secret. */
const SECRET_LINK = /https?:\/\/\S+\/[A-Za-z0-9_-]{43}(?=\s)/;

/**
 * Waits for and returns the link of this form in the newest mail of this kind to an address: the
 * sandbox writes its mails to a folder.
 */
export async function mailedLink(kind: string, recipient: string, form = SECRET_LINK): Promise<string> {
  let link = "";
  const look = () => {
    const files = existsSync(MAILS) ? readdirSync(MAILS) : [];
    const mails = files.filter((name) => name.includes(`-${kind}-`) && name.endsWith(".eml"));
    const texts = mails.toSorted().map((name) => readFileSync(join(MAILS, name), "utf8"));
    const text = texts.findLast((candidate) => candidate.includes(recipient)) ?? "";
    // Quoted-printable: "=" at the end of a line continues it, and "=3D" is the sign itself.
    const plain = text.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
    link = form.exec(plain)?.[0] ?? "";
    return link;
  };
  await expect.poll(look, { timeout: 30_000 }).not.toBe("");
  return link;
}
