import { readConfigured, unreadReason } from "@/lib/fronts/doctor/unread-networks";
import { watchBackups } from "@/lib/fronts/doctor/watch-backups";
import { listOpenSubjects } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { type NotificationEvent, notifyPeople } from "@/lib/people/notifications/notify-people";
import { deleteOld } from "@/lib/people/notifications/repo";
import { NODE_PROBLEMS } from "@/lib/pricing/catalog/availability";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** A node that misses a few responses is not reported. */
const LAGGING_CHECKS = 3;
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Number of consecutive checks in which a network had a problem. */
export type Lagging = Map<string, number>;

/**
 * Notifies the operators about gas that is running out and about lagging nodes, once a day per
 * network. Networks without a configured node are not reported. Runs every minute; `lagging` is
 * kept between runs. Raises the alarm about old backups.
 */
export async function watchInstallation(lagging: Lagging, now = new Date()): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const events: NotificationEvent[] = [];
  const about = (kind: NotificationEvent["kind"], network: string, detail: NotificationEvent["detail"]) =>
    events.push({ kind, merchantId: null, reference: `${network}:${day}`, detail });
  for (const network of await listOpenSubjects("gas-low", "")) about("gas_low", network, { network });
  const configured = await readConfigured();
  for (const network of (await loadCatalog()).networks()) {
    const isUnset = network.node === "missing" && unreadReason(configured, network.code, false) === null;
    const isWell = !network.isEnabled || isUnset || network.node === "ready";
    const looks = isWell ? 0 : (lagging.get(network.code) ?? 0) + 1;
    lagging.set(network.code, looks);
    if (looks < LAGGING_CHECKS || network.node === "ready") continue;
    about("node_lagging", network.code, { network: network.name, state: NODE_PROBLEMS[network.node] });
  }
  await watchBackups(now);
  for (const event of events) await withTransaction((tx) => notifyPeople(tx, [event]));
}

/** Deletes old notifications. */
export async function pruneNotifications(now = new Date()): Promise<void> {
  await deleteOld(new Date(now.getTime() - KEPT_DAYS * DAY_MS));
}
