import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ClientLibraryCard } from "@/components/people/developers/client-library-card";
import { KeysCard } from "@/components/people/developers/keys-card";
import { SignatureCard } from "@/components/people/developers/signature-card";
import { TimedSignatureCard } from "@/components/people/developers/timed-signature-card";
import { WebhookUrlCard } from "@/components/people/developers/webhook-url-card";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { env } from "@/lib/kernel/env";
import { isAllowed } from "@/lib/people/merchants/role";
import { getOutflowLimits } from "@/lib/people/settings/set-outflow-limits";
import { getMerchantSettings, listKeys } from "@/lib/people/settings/settings-queries";

export const metadata: Metadata = { title: "Developers" };

export default async function DevelopersPage() {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const maySee = isAllowed(role, "api-key.read");
  const mayChange = isAllowed(role, "merchant.change");
  const [limits, { clientLibrary, webhookUrl }] = await Promise.all([
    getOutflowLimits(merchantId),
    getMerchantSettings(merchantId),
  ]);
  if (maySee) await queries.prefetchQuery({ ...rpc.keys.list.queryOptions(), queryFn: () => listKeys(merchantId) });
  return (
    <>
      <PageHeader
        title="Developers"
        description="API keys and everything else your shop needs to connect to the gateway."
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <HydrationBoundary state={dehydrate(queries)}>
            {maySee ? (
              <KeysCard
                mayRotate={{
                  payment: isAllowed(role, "api-key.rotate"),
                  payout: isAllowed(role, "payout-key.rotate"),
                }}
              />
            ) : (
              <Notice tone="waiting">Only owners, managers and developers can see API keys.</Notice>
            )}
          </HydrationBoundary>
          <WebhookUrlCard webhookUrl={webhookUrl} mayChange={mayChange} />
          <TimedSignatureCard callsNeedTimedSignature={limits.callsNeedTimedSignature} mayChange={mayChange} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <SignatureCard baseUrl={env().BASE_URL} merchantId={merchantId} />
          <ClientLibraryCard settings={{ clientLibrary }} mayChange={mayChange} />
        </div>
      </div>
    </>
  );
}
