/** Which Chromium the browser tests use; they must not need a download. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * A headless shell renders the same pages with half the CPU time of a full browser, which also
 * maintains windows, profiles and services.
 */
const SYSTEM_SHELL = "/usr/bin/chromium-headless-shell";
const SYSTEM_BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

/**
 * Returns `{ executablePath, args }` for Playwright's launch options. The first that exists of:
 * CHROMIUM_PATH, the headless shell or the browser that Playwright has installed (`installed` is
 * the browser's path), the system's headless shell, the system's browser. Without any of them, the
 * shell inside the npm package, which unpacks itself into the temporary folder.
 */
export async function findBrowser(installed) {
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const args = [...QUIET, ...asRoot];
  const candidates = [
    process.env.CHROMIUM_PATH,
    installedShell(installed),
    SYSTEM_SHELL,
    installed,
    ...SYSTEM_BROWSERS,
  ];
  const found = candidates.find((path) => path && existsSync(path));
  if (found) return { executablePath: found, args };
  const { default: packaged } = await import("@sparticuz/chromium");
  return { executablePath: await packaged.executablePath(), args };
}

/**
 * Playwright installs its headless shell in a folder beside the browser's, with the same revision.
 */
function installedShell(installed) {
  const [, registry, revision] = /^(.*[\\/])chromium-(\d+)[\\/]/.exec(installed) ?? [];
  const folder = `${registry}chromium_headless_shell-${revision}`;
  if (registry === undefined || !existsSync(folder)) return undefined;
  const file = readdirSync(folder, { recursive: true }).find((name) => /headless[-_]shell(\.exe)?$/.test(name));
  return file && join(folder, file);
}
