import type { NextConfig } from "next";

/** For every answer; the content security policy differs from page to page and is set by the page. */
const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A lock file in some parent folder must not move the root there.
  turbopack: { root: import.meta.dirname },
  // Native parts, or modules that look for their own files: loaded from node_modules as they are.
  serverExternalPackages: [
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "@prisma/client",
    "graphile-worker",
    "pg",
    "pino",
    "undici",
  ],
  images: { unoptimized: true },
  headers: async () => [{ source: "/:path*", headers: SECURITY_HEADERS }],
};

export default config;
