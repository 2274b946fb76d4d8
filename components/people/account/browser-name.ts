const BROWSERS = [
  ["Edg/", "Edge"],
  ["EdgA/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Vivaldi/", "Vivaldi"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/**
 * Returns a name that distinguishes one's own browsers: `Firefox on iPhone`. The order matters,
 * because each user agent also names those it imitates.
 */
export function browserName(userAgent: string | null): string {
  const named = (list: readonly (readonly [string, string])[]) => list.find(([mark]) => userAgent?.includes(mark))?.[1];
  return `${named(BROWSERS) ?? "A browser"} on ${named(SYSTEMS) ?? "an unknown device"}`;
}

/** Returns whether the device is a phone or tablet. */
export function isHandheld(userAgent: string | null): boolean {
  return /iPhone|iPad|Android/.test(userAgent ?? "");
}
