import pg from "pg";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { pause } from "@/lib/run/worker/every";

const RETRY_MS = 3_000;
const KEEP_ALIVE_MS = 10_000;

export type Channel = {
  readonly name: string;
  /** What the connection is for, as PostgreSQL lists it. */
  readonly purpose: string;
};

/**
 * Calls `onNotification` with the text of each notification of a channel, on a dedicated
 * connection, until `signal` is aborted. Notifications sent while the connection is down are lost,
 * so whoever listens also looks by itself from time to time.
 */
export async function listen(
  channel: Channel,
  onNotification: (payload: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: env().DATABASE_URL,
      application_name: `chaintill ${channel.purpose} ${process.pid}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    try {
      await client.connect();
      client.on("notification", ({ payload }) => onNotification(payload ?? ""));
      await client.query(`LISTEN ${channel.name}`);
      await untilLost(client, signal);
    } catch (error) {
      if (!signal.aborted)
        log().warn({ err: error, channel: channel.name }, "notifications are not received; what is due is polled");
    } finally {
      await client.end().catch(() => undefined);
    }
    if (!signal.aborted) await pause(RETRY_MS, signal);
  }
}

function untilLost(client: pg.Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.on("error", () => resolve());
    client.on("end", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}
