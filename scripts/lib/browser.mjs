/** Which Chromium the browser tests use; they must not need a download. */
import { existsSync } from "node:fs";

const SYSTEM_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

/**
 * In this order: CHROMIUM_PATH, the browser that Playwright has installed (`installed` is where it would be), the system's,
 * and at last the one inside the npm package, which unpacks itself into the temporary folder.
 *
 * Answers `{ executablePath, args }` for Playwright's launch options.
 */
export async function findBrowser(installed) {
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const args = [...QUIET, ...asRoot];
  const found = [process.env.CHROMIUM_PATH, installed, ...SYSTEM_PATHS].find((path) => path && existsSync(path));
  if (found) return { executablePath: found, args };
  const { default: packaged } = await import("@sparticuz/chromium");
  const executablePath = await packaged.executablePath();
  const own = packaged.args.filter((arg) => !arg.startsWith("--headless"));
  return { executablePath, args: [...new Set([...own, ...args])] };
}
