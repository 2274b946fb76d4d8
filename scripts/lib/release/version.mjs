/** Versions as semver.org defines them, without build metadata. */

const FORM = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:rc|beta|alpha)\.[1-9]\d*))?$/;

/** Whether `version` is one that can be released: `1.2.3`, or `1.2.3-rc.1`. */
export function isVersion(version) {
  return FORM.test(version);
}

/** Whether `later` comes after `earlier`; a version comes after its candidates. */
export function isAfter(later, earlier) {
  const [a, b] = [later, earlier].map((version) => FORM.exec(version).slice(1));
  for (const index of [0, 1, 2]) if (a[index] !== b[index]) return Number(a[index]) > Number(b[index]);
  if (a[3] === undefined || b[3] === undefined) return a[3] === undefined && b[3] !== undefined;
  return a[3].localeCompare(b[3], "en", { numeric: true }) > 0;
}

/** Files with the version, and the lines that have it: `$1` stays, then comes the version. */
export const VERSION_LINES = [
  ["package.json", /^( {2}"version": ")[^"]+/m],
  ["package-lock.json", /^( {2}"version": ")[^"]+/m],
  ["package-lock.json", /^( {6}"version": ")[^"]+/m],
  ["deploy/helm/chaintill/Chart.yaml", /^(version: ).+/m],
  ["deploy/helm/chaintill/Chart.yaml", /^(appVersion: ).+/m],
];
