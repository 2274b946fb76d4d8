import type { Place } from "@/lib/fronts/admin/alarm-words";
import { routes } from "@/lib/fronts/paths/routes";

const JOBS: Place = { label: "Jobs", href: routes.operatorJobs() };
const NETWORKS: Place = { label: "Networks", href: routes.operatorNetworks() };
const WEBHOOKS: Place = { label: "Webhooks", href: routes.operatorWebhooks() };
const WALLETS: Place = { label: "Hot wallets", href: routes.operatorWallets() };

/** By the first word of a finding's id; the second is what it is about. */
const PLACES: Readonly<Record<string, ((about: string) => Place) | Place | undefined>> = {
  network: networkPlace,
  networks: NETWORKS,
  node: networkPlace,
  "second-node": networkPlace,
  quotes: NETWORKS,
  stop: { label: "Sends", href: routes.operatorSends() },
  sends: (code) => ({ label: "Sends", href: routes.operatorSends({ network: code }) }),
  rates: { label: "Prices", href: routes.operatorPrices() },
  gas: WALLETS,
  cover: { label: "Treasury", href: routes.operatorTreasury() },
  reversals: { label: "Reversals", href: routes.operatorReversals() },
  webhooks: WEBHOOKS,
  "webhooks-late": JOBS,
  jobs: JOBS,
  "dead-jobs": JOBS,
  operators: { label: "Users", href: routes.operatorUsers({ status: "operators" }) },
  alarms: { label: "Overview", href: routes.operator() },
};

function networkPlace(code: string): Place {
  return { label: "The network", href: routes.operatorNetwork(code) };
}

/** The page on which what a finding tells is mended; null where that is not done in the console. Pure, safe for the browser. */
export function findingPlace(id: string): Place | null {
  const [word = "", about = ""] = id.split(":");
  const place = PLACES[word] ?? null;
  return typeof place === "function" ? place(about) : place;
}
