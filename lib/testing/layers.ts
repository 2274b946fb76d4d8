/**
 * The direction of imports, as ARCHITECTURE.md draws it: `app -> components -> lib`, and inside lib a kernel that knows no
 * domain, chains and custody that know no merchant, domains, and the fronts (API, worker, pages) that put them together.
 * Change a line here in a commit of its own, with the reason.
 */
const KERNEL =
  "env|crash-point|errors|log|db|generated|money|jobs|http|qr|secret-box|link-secret|lenient-input|kept-read|parts-of";
const FRONTS = "api|worker|dashboard|operations|client";
const SIDE = "chains|custody";

const inLib = (names: string) => new RegExp(`^lib/(${names})(/|\\.ts$)`);
const kernel = inLib(KERNEL);
const notADomain = inLib(`${KERNEL}|${FRONTS}|${SIDE}|ledger|catalog|testing`);
const isDomain = (path: string) => path.startsWith("lib/") && !notADomain.test(path);

/** What the browser may have of a domain: shapes, states and how they are written; nothing that reads or writes rows. */
const forBrowser = /^lib\/[\w-]+\/([\w-]*schema|[\w-]*status|[\w-]*view|format[\w-]*)\.ts$/;

type Layer = { readonly name: string; readonly at: (path: string) => boolean; readonly may: (path: string) => boolean };

/** The first layer that a file lies in is the one that holds. */
export const LAYERS: readonly Layer[] = [
  {
    name: "entry points of processes put everything together",
    at: (path) => /^lib\/[\w-]+\/[\w-]*main\.ts$/.test(path),
    may: (path) => path.startsWith("lib/"),
  },
  { name: "tests may use everything", at: inLib("testing").test.bind(inLib("testing")), may: () => true },
  { name: "the kernel knows no domain", at: (path) => kernel.test(path), may: (path) => kernel.test(path) },
  {
    name: "chains know the kernel only",
    at: (path) => path.startsWith("lib/chains/"),
    may: (path) => kernel.test(path) || path.startsWith("lib/chains/"),
  },
  {
    name: "custody knows chains and the kernel only",
    at: (path) => path.startsWith("lib/custody/"),
    may: (path) => kernel.test(path) || inLib(SIDE).test(path),
  },
  {
    name: "the audit alone holds the books against the chains",
    at: (path) => path === "lib/ledger/audit-custody.ts",
    may: (path) => kernel.test(path) || inLib("ledger|catalog|chains").test(path),
  },
  {
    name: "the ledger knows the kernel only",
    at: (path) => path.startsWith("lib/ledger/"),
    may: (path) => kernel.test(path) || path.startsWith("lib/ledger/"),
  },
  {
    name: "the catalog knows the kernel and chains only",
    at: (path) => path.startsWith("lib/catalog/"),
    may: (path) => kernel.test(path) || inLib("catalog|chains").test(path),
  },
  {
    name: "the worker knows everything but the fronts and the pages",
    at: (path) => path.startsWith("lib/worker/"),
    may: (path) => path.startsWith("lib/") && !inLib("api|dashboard|operations|client").test(path),
  },
  {
    name: "the API and the pages' own code know domains, never custody or the worker",
    at: (path) => inLib("api|dashboard|operations").test(path),
    may: (path) => path.startsWith("lib/") && !inLib("custody|worker").test(path),
  },
  {
    name: "browser code knows shapes and states only",
    at: (path) => path.startsWith("lib/client/"),
    may: (path) => inLib("client|money|errors|lenient-input").test(path) || forBrowser.test(path),
  },
  {
    name: "domains know the kernel, the ledger, the catalog, chains and each other",
    at: isDomain,
    may: (path) => kernel.test(path) || inLib("ledger|catalog|chains").test(path) || isDomain(path),
  },
  {
    name: "components never know routes, the worker, custody or the database",
    at: (path) => path.startsWith("components/"),
    may: (path) =>
      path.startsWith("components/") ||
      (path.startsWith("lib/") && !inLib("worker|custody|db|generated|api").test(path) && !/\/repo\.ts$/.test(path)),
  },
  {
    name: "routes know components and lib, never custody or the worker",
    at: (path) => path.startsWith("app/"),
    may: (path) =>
      path.startsWith("app/") ||
      path.startsWith("components/") ||
      (path.startsWith("lib/") && !inLib("worker|custody|db|generated").test(path) && !/\/repo\.ts$/.test(path)),
  },
];

/** The layer that a file lies in. */
export function layerOf(path: string): Layer | undefined {
  return LAYERS.find(({ at }) => at(path));
}
