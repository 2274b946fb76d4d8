import type { NextConfig } from "next";
import { NO_FRAME, SECURITY_HEADERS } from "./lib/http/security-headers";

const IN_A_FRAME = { type: "query", key: "embed", value: "1" } as const;

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A lock file in some parent folder must not move the root there.
  turbopack: { root: import.meta.dirname },
  // Native parts, modules that look for their own files, and chain libraries that only the worker ever calls: loaded from node_modules as
  // they are, and when they are needed.
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
  // Types are checked by the hook and by npm test; a start from a bare clone need not wait for them.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  headers: async () => [
    { source: "/:path*", headers: SECURITY_HEADERS.filter((header) => header !== NO_FRAME) },
    // The pages that say by their own policy who may frame them, since this header cannot name anybody.
    { source: "/((?!pay/|wallet/|brand/preview$).*)", headers: [NO_FRAME] },
    { source: "/pay/:path*", missing: [IN_A_FRAME], headers: [NO_FRAME] },
    { source: "/wallet/:path*", missing: [IN_A_FRAME], headers: [NO_FRAME] },
    // The address of a payment, or of a wallet, is all that it takes to read it: links that lead away do not carry it.
    { source: "/pay/:path*", headers: [{ key: "Referrer-Policy", value: "no-referrer" }] },
    { source: "/wallet/:path*", headers: [{ key: "Referrer-Policy", value: "no-referrer" }] },
  ],
};

export default config;
