import { expect, vi } from "vitest";
import { database } from "@/lib/kernel/db";
import { merchantWallet } from "@/lib/ledger/account";
import { runAudit } from "@/lib/ledger/audit";
import { findBalance } from "@/lib/ledger/holdings";

const LIMIT_MS = 120_000;
const POLL_MS = 50;

/** Retries until `check` no longer throws. */
export async function until<Result>(check: () => Promise<Result> | Result, limitMs = LIMIT_MS): Promise<Result> {
  return vi.waitFor(check, { timeout: limitMs, interval: POLL_MS });
}

export async function invoiceRow(id: string) {
  return database().invoice.findUniqueOrThrow({ where: { id }, include: { currentQuote: true } });
}

export async function untilStatus(id: string, status: string, limitMs = LIMIT_MS) {
  return until(async () => {
    const row = await invoiceRow(id);
    expect(row.status).toBe(status);
    return row;
  }, limitMs);
}

/** Returns the deposits of an invoice in the order seen. */
export async function depositsOf(invoiceId: string) {
  return database().deposit.findMany({
    where: { ownerKind: "invoice", ownerId: invoiceId },
    orderBy: [{ seenAt: "asc" }, { id: "asc" }],
  });
}

export async function casesOf(invoiceId: string) {
  return database().case.findMany({ where: { invoiceId }, orderBy: { openedAt: "asc" } });
}

/** Returns a merchant's spendable balance, as exact text. */
export async function walletOf(merchantId: string, currency: string): Promise<string> {
  return (await findBalance(merchantWallet(merchantId, currency))).toFixed();
}

/** Returns the kinds of entries in the invoice's timeline, in order. */
export async function timeLineOf(invoiceId: string): Promise<string[]> {
  const rows = await database().invoiceEvent.findMany({ where: { invoiceId }, orderBy: { id: "asc" } });
  return rows.map(({ kind }) => kind);
}

export async function openAlarms(): Promise<string[]> {
  const rows = await database().alarm.findMany({ where: { clearedAt: null }, orderBy: { raisedAt: "asc" } });
  return rows.map(({ kind }) => kind);
}

export async function cursorOf(network: string) {
  return database().chainCursor.findUniqueOrThrow({ where: { networkCode: network } });
}

/** Waits until the chain has been scanned to at least this height. */
export async function untilRead(network: string, height: number): Promise<void> {
  await until(async () => {
    expect(Number.parseInt((await cursorOf(network)).height.toString(), 10)).toBeGreaterThanOrEqual(height);
  });
}

/**
 * Checks the books against themselves and against the chains whose nodes respond, at least one.
 * Amounts in transit may differ briefly, so it retries; a real difference persists.
 */
export async function expectCleanAudit(): Promise<void> {
  await until(async () => {
    const { differences, passed, compared } = await runAudit();
    expect(differences).toEqual([]);
    expect(passed.length).toBeGreaterThan(0);
    expect(compared, "addresses and coins compared with a node").toBeGreaterThan(0);
  });
}

/** The same, and requires that every account was compared with its chain. */
export async function expectComparedAudit(): Promise<void> {
  await until(async () => {
    const { differences, skipped, passed, compared } = await runAudit();
    expect(differences).toEqual([]);
    expect(skipped).toEqual([]);
    expect(passed.length).toBeGreaterThan(0);
    expect(compared, "addresses and coins compared with a node").toBeGreaterThan(0);
  });
}

/** Returns the open alarms about this subject. */
export async function alarmsAbout(subject: string): Promise<string[]> {
  const rows = await database().alarm.findMany({ where: { subject, clearedAt: null }, orderBy: { raisedAt: "asc" } });
  return rows.map(({ kind }) => kind);
}

export async function creditsOf(invoiceId: string) {
  return database().invoiceCredit.findMany({
    where: { invoiceId },
    orderBy: [{ depositId: "asc" }, { inclusion: "asc" }],
  });
}

/**
 * Returns the send of a payout, refund, withdrawal or sweep, with all versions of its transaction.
 */
export async function sendOf(purposeId: string) {
  const versions = { orderBy: { version: "asc" } } as const;
  return database().send.findFirstOrThrow({
    where: { purposeId },
    include: { outgoing: { include: { versions } } },
  });
}

/** Waits until nothing is queued or in flight any more. */
export async function untilAllSent(limitMs = LIMIT_MS): Promise<void> {
  await until(async () => {
    const open = await database().send.findMany({ where: { status: { in: ["queued", "sending"] } }, take: 5 });
    expect(
      open.map(({ purpose, status, waitReason, waitDetail }) => ({ purpose, status, waitReason, waitDetail })),
    ).toEqual([]);
  }, limitMs);
}
