import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import pg from "pg";
import { type Credentials, sandbox, signIn } from "./session";

/**
 * Changes that would affect other tests on the demo merchant's pages are made in a separate shop.
 * No page adds shops or people yet.
 */

type ShopRole = "owner" | "manager" | "developer" | "viewer";

/** Creates a user with this role in a new shop, with the demo owner's password. */
export async function addShop(role: ShopRole): Promise<Credentials> {
  const file = process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json";
  const { database }: { database: string } = JSON.parse(readFileSync(file, "utf8"));
  const email = `${role}-${randomUUID().slice(0, 8)}@example.com`;
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    await client.query(
      `WITH person AS (
         INSERT INTO users (email, name, password_hash)
         SELECT $1, 'Vera Lindqvist', password_hash FROM users WHERE email = $2 RETURNING id
       ),
       shop AS (INSERT INTO merchants (name, wallet_owner_id) SELECT 'Paper Lantern', id FROM person RETURNING id)
       INSERT INTO merchant_members (merchant_id, user_id, role) SELECT shop.id, person.id, $3::member_role FROM shop, person`,
      [email, sandbox.dashboard.email, role],
    );
  } finally {
    await client.end();
  }
  return { email, password: sandbox.dashboard.password };
}

/** Adds a user to the demo merchant, with the demo owner's password. */
export async function addMember(role: ShopRole): Promise<Credentials> {
  const email = `${role}-${randomUUID().slice(0, 8)}@example.com`;
  const client = new pg.Client({ connectionString: sandbox.database });
  await client.connect();
  try {
    await client.query(
      `WITH person AS (
         INSERT INTO users (email, name, password_hash)
         SELECT $1, 'Vera Lindqvist', password_hash FROM users WHERE email = $2 RETURNING id
       )
       INSERT INTO merchant_members (merchant_id, user_id, role)
       SELECT m.merchant_id, person.id, $3::member_role FROM person, merchant_members m JOIN users u ON u.id = m.user_id WHERE u.email = $2`,
      [email, sandbox.dashboard.email, role],
    );
  } finally {
    await client.end();
  }
  return { email, password: sandbox.dashboard.password };
}

/** Opens a page in a new browser context, signed in as a member of a new shop. */
export const openOwnShop = async (browser: Browser, role: ShopRole = "owner") =>
  await openAs(browser, await addShop(role));

/** Does the same for a new member of the demo merchant. */
export const openAsMember = async (browser: Browser, role: ShopRole) => await openAs(browser, await addMember(role));

async function openAs(browser: Browser, credentials: Credentials): Promise<Page> {
  const context = await browser.newContext({ baseURL: sandbox.baseUrl, locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  await signIn(page, credentials);
  return page;
}
