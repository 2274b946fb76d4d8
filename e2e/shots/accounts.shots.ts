import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import pg from "pg";
import { sandbox, test } from "../dashboard/session";
import { shoot } from "./shoot";

/** Screenshots of sign-in, password reset and invitations in all of their states. */

const FOLDER = "accounts";
const LONG = `wolfeschlegelsteinhausenbergerdorff-${randomUUID().slice(0, 8)}@subsidiary.of.a.long.example`;

type Changes = {
  readonly email?: string;
  readonly state?: string;
  readonly role?: string | null;
  readonly expired?: boolean;
};

async function query(text: string, values: readonly unknown[]): Promise<void> {
  const file = process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json";
  const { database }: { database: string } = JSON.parse(readFileSync(file, "utf8"));
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

function newSecret() {
  const secret = randomBytes(32).toString("base64url");
  return { secret, hash: createHash("sha256").update(secret).digest() };
}

/** Inserts an invitation of the demo merchant as it would be after days. */
async function invite({
  email = `${randomUUID()}@example.com`,
  state,
  role = "manager",
  expired = false,
}: Changes = {}) {
  const { secret, hash } = newSecret();
  await query(
    `INSERT INTO invitations (merchant_id, email, role, token_hash, invited_by_id, expires_at, accepted_at, revoked_at)
     SELECT CASE WHEN $2::text IS NULL THEN NULL ELSE mm.merchant_id END, $1, $2::member_role, $3, u.id, now() + $4::interval,
       CASE WHEN $5 = 'used' THEN now() END, CASE WHEN $5 = 'revoked' THEN now() END
     FROM users u JOIN merchant_members mm ON mm.user_id = u.id WHERE u.email = $6 LIMIT 1`,
    [email, role, hash, expired ? "-1 hour" : "7 days", state ?? "open", sandbox.dashboard.email],
  );
  return `/invitation/${secret}`;
}

async function accountLink(kind: string) {
  const { secret, hash } = newSecret();
  await query(
    `INSERT INTO account_links (user_id, kind, email, token_hash, expires_at)
     SELECT id, $1::account_link_kind, email, $2, now() + interval '1 hour' FROM users WHERE email = $3`,
    [kind, hash, sandbox.dashboard.email],
  );
  return secret;
}

async function shootAt(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await shoot(page, FOLDER, name);
}

test("sign-in and password reset", async ({ page }) => {
  test.setTimeout(300_000);
  await shootAt(page, "/sign-in", "sign-in");
  await shootAt(page, "/forgot-password", "forgot");
  await page.getByLabel("E-mail").fill("not an address");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Enter an e-mail address.")).toBeVisible();
  await shoot(page, FOLDER, "forgot-refused");
  await page.getByLabel("E-mail").fill(LONG);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Check your inbox")).toBeVisible();
  await shoot(page, FOLDER, "forgot-sent");
  await shootAt(page, `/reset-password/${await accountLink("reset_password")}`, "reset");
  await page.getByLabel("New password").fill("password1234");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Too common.")).toBeVisible();
  await shoot(page, FOLDER, "reset-refused");
  await shootAt(page, "/reset-password/over", "reset-over");
  await shootAt(page, `/confirm-email/${await accountLink("verify_email")}`, "confirm-email");
  await shootAt(page, "/confirm-email/over", "confirm-email-over");
});

test("invitations", async ({ page, asMerchant }) => {
  test.setTimeout(300_000);
  await shootAt(page, await invite({ email: LONG }), "invitation");
  await page.getByLabel("Your name").fill("Grace Hopper");
  await page.getByLabel("Password").fill("demo shop 12");
  await page.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(page.getByText("Too similar")).toBeVisible();
  await shoot(page, FOLDER, "invitation-refused");
  await shootAt(page, await invite({ role: null }), "invitation-shop");
  await shootAt(page, await invite({ email: sandbox.operator.email }), "invitation-account");
  for (const state of ["used", "revoked"]) await shootAt(page, await invite({ state }), `invitation-${state}`);
  await shootAt(page, await invite({ expired: true }), "invitation-expired");
  await shootAt(page, "/invitation/unknown", "invitation-unknown");
  await shootAt(asMerchant, await invite(), "invitation-wrong-person");
  await shootAt(asMerchant, await invite({ email: sandbox.dashboard.email, role: null }), "invitation-accept");
});

test("one's own address", async ({ asMerchant: page }) => {
  test.setTimeout(300_000);
  await shootAt(page, "/settings/account", "account");
  await query("UPDATE users SET email_verified_at = NULL WHERE email = $1", [sandbox.dashboard.email]);
  await shootAt(page, "/settings/account", "account-unconfirmed");
  await query("UPDATE users SET email_verified_at = now() WHERE email = $1", [sandbox.dashboard.email]);
  await page.getByRole("button", { name: "Change e-mail" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("button", { name: "Send link" }).click();
  await shoot(page, FOLDER, "change-email");
});
