const DAY_S = 86_400;

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A lock file in some parent folder must not move the root there.
  turbopack: { root: import.meta.dirname },
  // Every `route.ts` is served without Next (decision 0014), so Next does not compile it. Next.js
  // files other than pages are named `*.next.ts`.
  pageExtensions: ["tsx", "next.ts"],
  // Writing the cache of a first build takes longer than it ever saves: an unchanged build is
  // skipped as a whole.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // Native modules, modules that look for their own files, and chain libraries that only the worker
  // calls: loaded from node_modules unchanged, on demand.
  serverExternalPackages: [
    "@node-rs/argon2",
    "@bitauth/libauth",
    "@prisma/adapter-pg",
    "@prisma/client",
    "@scure/btc-signer",
    "@solana-program/token",
    "@solana/kit",
    "@ton/core",
    "@ton/ton",
    "graphile-worker",
    "nodemailer",
    "pg",
    "pino",
    "sharp",
    "tronweb",
    "undici",
  ],
  // Types are checked by the hook and by npm test; a start from a fresh clone need not wait for
  // them.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  // The URLs of files in public/ do not change with their content.
  // lib/fronts/machine-api/web-server.ts sets the security headers.
  headers: async () => [
    { source: "/icons/:file", headers: [cacheFor(7 * DAY_S)] },
    { source: "/:file(manifest.webmanifest|robots.txt)", headers: [cacheFor(DAY_S)] },
  ],
};

function cacheFor(seconds) {
  return { key: "Cache-Control", value: `public, max-age=${seconds}` };
}

export default config;
