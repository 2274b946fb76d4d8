import { expect } from "vitest";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import type { PlayChain } from "@/lib/run/worker/testing/play-chain";
import { workerSettings } from "@/lib/run/worker/testing/settings";

const NODE_SETTING = /^NODE_URLS_/;

/**
 * Expects that only this network was driven: this process, which runs the audit, queries the same
 * node, the workers had no other network, it was scanned up to its head, and all deposits and
 * outflows were on it.
 */
export async function expectOnlyDriven({ network, workerUrl }: PlayChain): Promise<void> {
  expect(env().nodeUrls).toEqual({ [network]: [workerUrl] });
  const told = Object.keys(workerSettings({})).filter((name) => NODE_SETTING.test(name));
  expect(told).toEqual([`NODE_URLS_${network.toUpperCase()}`]);
  const cursors = await database().chainCursor.findMany();
  expect(cursors.map(({ networkCode, caughtUpAt }) => [networkCode, caughtUpAt !== null])).toEqual([[network, true]]);
  const arrived = await database().deposit.groupBy({ by: ["networkCode"], where: { status: "confirmed" } });
  expect(arrived.map(({ networkCode }) => networkCode)).toEqual([network]);
  const left = await database().outgoingTransaction.groupBy({ by: ["networkCode"] });
  expect(left.filter(({ networkCode }) => networkCode !== network)).toEqual([]);
}
