import type { Metadata } from "next";
import { connection } from "next/server";
import { ApiGuide } from "@/components/delivery/docs/api-reference";
import { apiReference } from "@/lib/fronts/machine-api/openapi/reference";
import { env } from "@/lib/kernel/env";

export const metadata: Metadata = {
  title: "API reference",
  description: "The machine API of this gateway: operations, signatures, webhooks, errors.",
};

export default async function ApiReferencePage() {
  // Shows this installation's own base URL, which is unknown at build time.
  await connection();
  const { RATE_LIMIT_PER_SECOND: perSecond, RATE_LIMIT_BURST: burst } = env();
  const limits = [
    {
      name: "calls",
      meaning: `${perSecond} a second with one key on average, ${burst} at once; then 429 with \`Retry-After\``,
    },
    { name: "body", meaning: "128 KiB, 16 levels deep" },
    { name: "pages of lists", meaning: "15 items" },
    { name: "resent webhooks", meaning: "10 for each invoice" },
    { name: "payouts after a new password or payout key", meaning: "stop for 24 hours" },
  ];
  return <ApiGuide reference={apiReference()} limits={limits} />;
}
