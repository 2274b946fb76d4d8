import { expect, vi } from "vitest";
import { database } from "@/lib/kernel/db";
import { merchantWallet } from "@/lib/ledger/account";
import { runAudit } from "@/lib/ledger/audit";
import { findBalance } from "@/lib/ledger/holdings";

const LIMIT_MS = 120_000;
const POLL_MS = 50;

/** Looks again and again until `check` throws nothing any more. */
export async function until<Result>(check: () => Promise<Result> | Result, limitMs = LIMIT_MS): Promise<Result> {
  return vi.waitFor(check, { timeout: limitMs, interval: POLL_MS });
}

export async function invoiceRow(id: string) {
  return database().invoice.findUniqueOrThrow({ where: { id }, include: { currentQuote: true } });
}

/** Waits until the invoice has this status. */
export async function untilStatus(id: string, status: string, limitMs = LIMIT_MS) {
  return until(async () => {
    const row = await invoiceRow(id);
    expect(row.status).toBe(status);
    return row;
  }, limitMs);
}

/** Deposits of an invoice in the order seen. */
export async function depositsOf(invoiceId: string) {
  return database().deposit.findMany({
    where: { ownerKind: "invoice", ownerId: invoiceId },
    orderBy: [{ seenAt: "asc" }, { id: "asc" }],
  });
}

export async function casesOf(invoiceId: string) {
  return database().case.findMany({ where: { invoiceId }, orderBy: { openedAt: "asc" } });
}

/** What a merchant may spend, as exact text. */
export async function walletOf(merchantId: string, currency: string): Promise<string> {
  return (await findBalance(merchantWallet(merchantId, currency))).toFixed();
}

/** Kinds of lines in the invoice's time line, in order. */
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

/** Waits until the chain has been read to at least this height. */
export async function untilRead(network: string, height: number): Promise<void> {
  await until(async () => {
    expect(Number.parseInt((await cursorOf(network)).height.toString(), 10)).toBeGreaterThanOrEqual(height);
  });
}

/**
 * Holds the books against themselves and against the chains whose nodes answer, one at least. What
 * moves at this moment may differ for an instant, so it looks more than once; what is wrong stays
 * wrong.
 */
export async function expectCleanAudit(): Promise<void> {
  await until(async () => {
    const { differences, passed, compared } = await runAudit();
    expect(differences).toEqual([]);
    expect(passed.length).toBeGreaterThan(0);
    expect(compared, "addresses and coins compared with a node").toBeGreaterThan(0);
  });
}

/** The same, and every place was compared with its chain. */
export async function expectComparedAudit(): Promise<void> {
  await until(async () => {
    const { differences, skipped, passed, compared } = await runAudit();
    expect(differences).toEqual([]);
    expect(skipped).toEqual([]);
    expect(passed.length).toBeGreaterThan(0);
    expect(compared, "addresses and coins compared with a node").toBeGreaterThan(0);
  });
}

/** Open alarms whose subject is this. */
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

/** The send of a payout, refund, withdrawal or sweep, with its transaction in all versions. */
export async function sendOf(purposeId: string) {
  const versions = { orderBy: { version: "asc" } } as const;
  return database().send.findFirstOrThrow({
    where: { purposeId },
    include: { outgoing: { include: { versions } } },
  });
}

/** Waits until nothing is queued or on its way any more. */
export async function untilAllSent(limitMs = LIMIT_MS): Promise<void> {
  await until(async () => {
    const open = await database().send.findMany({ where: { status: { in: ["queued", "sending"] } }, take: 5 });
    expect(
      open.map(({ purpose, status, waitReason, waitDetail }) => ({ purpose, status, waitReason, waitDetail })),
    ).toEqual([]);
  }, limitMs);
}
