/** Replaced by the bundler (scripts/lib/bundles.mjs). */
declare const BUILD_VERSION: string;

/**
 * The version of this build: that of package.json, and the start of the hash of its sources. Two
 * processes run the same code if and only if it is equal. `unbuilt` in tests.
 */
export const buildVersion: string = typeof BUILD_VERSION === "string" ? BUILD_VERSION : "unbuilt";
