import { routes } from "@/lib/fronts/paths/routes";
import type { AlarmKind } from "@/lib/kernel/alarms/alarms";

export type Place = { readonly label: string; readonly href: string };
/** One for all; by what it is about where that has a page of its own. */
type PlaceOf = Place | ((about: string) => Place);

const DOCTOR: Place = { label: "Doctor", href: routes.operatorDoctor() };
const JOBS: Place = { label: "Jobs", href: routes.operatorJobs() };
const NETWORKS: Place = { label: "Networks", href: routes.operatorNetworks() };
const REVERSALS: Place = { label: "Reversals", href: routes.operatorReversals() };
const SENDS: Place = { label: "Sends", href: routes.operatorSends() };
const TREASURY: Place = { label: "Treasury", href: routes.operatorTreasury() };
const WALLETS: Place = { label: "Hot wallets", href: routes.operatorWallets() };
const WEBHOOKS: Place = { label: "Webhooks", href: routes.operatorWebhooks() };

const send = (id: string): Place => ({ label: "Send", href: routes.operatorSend(id) });
const network = (code: string): Place => ({ label: "Network", href: routes.operatorNetwork(code) });
const waiting = (subject: string): Place => ({
  label: "Waiting sends",
  href: routes.operatorSends({ network: subject.split(":")[0] ?? "", state: "waiting" }),
});

/** Where each alarm is looked into. */
const ALARM_PLACES: Readonly<Partial<Record<AlarmKind, PlaceOf>>> = {
  "books-differ": SENDS,
  "send-outcome-changed": SENDS,
  "own-transfer-unknown": SENDS,
  "send-unproven": send,
  "sends-stopped": SENDS,
  "deep-reorganisation": network,
  "network-stopped": network,
  "deposit-reversed": TREASURY,
  "reversal-waits": REVERSALS,
  "treasury-short": TREASURY,
  "sweep-refused": WALLETS,
  "sends-wait": waiting,
  "outflow-cap": waiting,
  "send-above-cap": send,
  "withdrawal-unlisted": send,
  "send-refused": send,
  "network-set-aside": NETWORKS,
  "send-stuck": SENDS,
  "amount-unreadable": network,
  "block-too-large": (subject) => network(subject.split(":")[0] ?? ""),
  "mail-failed": DOCTOR,
  "gas-low": WALLETS,
  "send-vanished": SENDS,
  "fee-above-quote": send,
  "conversion-skipped": TREASURY,
  "audit-incomplete": DOCTOR,
  "unknown-token": network,
};

/** By the first word of a finding's id; the second is what it is about. */
const FINDING_PLACES: Readonly<Record<string, PlaceOf | undefined>> = {
  network,
  networks: NETWORKS,
  node: network,
  "second-node": network,
  quotes: NETWORKS,
  stop: SENDS,
  sends: (code) => ({ label: "Sends", href: routes.operatorSends({ network: code }) }),
  rates: { label: "Prices", href: routes.operatorPrices() },
  gas: WALLETS,
  cover: TREASURY,
  reversals: REVERSALS,
  webhooks: WEBHOOKS,
  "webhooks-late": JOBS,
  jobs: JOBS,
  "dead-jobs": JOBS,
  operators: { label: "Users", href: routes.operatorUsers({ status: "operators" }) },
  alarm: { label: "Overview", href: routes.operator() },
};

/** Where alarms of a kind are looked into, and the one about this subject; null where that is not done in the console. Pure. */
export function alarmPlace(kind: string, subject: string | null): Place | null {
  const known: Readonly<Record<string, PlaceOf | undefined>> = ALARM_PLACES;
  const place = known[kind] ?? null;
  if (typeof place !== "function") return place;
  return subject === null ? null : place(subject);
}

/** The page on which what a finding tells is mended; null where that is not done in the console. Pure. */
export function findingPlace(id: string): Place | null {
  const [word = "", about = ""] = id.split(":");
  const place = FINDING_PLACES[word] ?? null;
  return typeof place === "function" ? place(about) : place;
}
