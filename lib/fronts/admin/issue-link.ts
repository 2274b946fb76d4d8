import { routes } from "@/lib/fronts/paths/routes";
import type { AlarmKind } from "@/lib/kernel/alarms/alarms";

export type PageLink = { readonly label: string; readonly href: string };
/** One link for all, or one per subject if it has its own page. */
type LinkOf = PageLink | ((about: string) => PageLink);

const DOCTOR: PageLink = { label: "Doctor", href: routes.operatorDoctor() };
const JOBS: PageLink = { label: "Jobs", href: routes.operatorJobs() };
const MERCHANTS: PageLink = { label: "Merchants", href: routes.operatorMerchants() };
const NETWORKS: PageLink = { label: "Networks", href: routes.operatorNetworks() };
const REVERSALS: PageLink = { label: "Reversals", href: routes.operatorReversals() };
const SENDS: PageLink = { label: "Sends", href: routes.operatorSends() };
const TREASURY: PageLink = { label: "Treasury", href: routes.operatorTreasury() };
const WALLETS: PageLink = { label: "Hot wallets", href: routes.operatorWallets() };
const WEBHOOKS: PageLink = { label: "Webhooks", href: routes.operatorWebhooks() };

const send = (id: string): PageLink => ({ label: "Send", href: routes.operatorSend(id) });
const network = (code: string): PageLink => ({ label: "Network", href: routes.operatorNetwork(code) });
const waiting = (subject: string): PageLink => ({
  label: "Waiting sends",
  href: routes.operatorSends({ network: subject.split(":")[0] ?? "", state: "waiting" }),
});

/** The page on which each alarm is investigated. */
const ALARM_LINKS: Readonly<Partial<Record<AlarmKind, LinkOf>>> = {
  "books-differ": SENDS,
  "send-outcome-changed": SENDS,
  "unknown-internal-transfer": SENDS,
  "send-unverified": send,
  "sends-stopped": SENDS,
  "deep-reorganisation": network,
  "network-stopped": network,
  "deposit-reversed": TREASURY,
  "reversal-pending": REVERSALS,
  "treasury-short": TREASURY,
  "sweep-refused": WALLETS,
  "sends-underfunded": waiting,
  "outflow-cap": waiting,
  "send-above-cap": send,
  "withdrawal-not-allowlisted": send,
  "send-refused": send,
  "network-misconfigured": NETWORKS,
  "send-stuck": SENDS,
  "amount-unreadable": network,
  "block-too-large": (subject) => network(subject.split(":")[0] ?? ""),
  "mail-failed": DOCTOR,
  "gas-low": WALLETS,
  "send-vanished": SENDS,
  "fee-above-quote": send,
  "conversion-skipped": TREASURY,
  "audit-incomplete": DOCTOR,
  "settlement-stopped": MERCHANTS,
  "unknown-token": network,
};

/** Keyed by the first part of a finding's id; the second part is its subject. */
const FINDING_LINKS: Readonly<Record<string, LinkOf | undefined>> = {
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

/**
 * Returns the page on which alarms of a kind (and about this subject) are investigated; null if the
 * console has none. Pure.
 */
export function alarmLink(kind: string, subject: string | null): PageLink | null {
  const known: Readonly<Record<string, LinkOf | undefined>> = ALARM_LINKS;
  const place = known[kind] ?? null;
  if (typeof place !== "function") return place;
  return subject === null ? null : place(subject);
}

/** Returns the page on which a finding is resolved; null if the console has none. Pure. */
export function findingLink(id: string): PageLink | null {
  const [word = "", about = ""] = id.split(":");
  const place = FINDING_LINKS[word] ?? null;
  return typeof place === "function" ? place(about) : place;
}
