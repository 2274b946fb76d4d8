import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { ApiGroup } from "@/components/delivery/docs/api-reference";
import { slugOf } from "@/components/delivery/docs/places";
import { apiReference } from "@/lib/fronts/machine-api/openapi/reference";

type ApiGroupPageProps = { readonly params: Promise<{ group: string }> };

export async function generateMetadata({ params }: ApiGroupPageProps): Promise<Metadata> {
  const group = await findGroup(params);
  return { title: `${group?.name ?? "Not found"}, API reference` };
}

export default async function ApiGroupPage({ params }: ApiGroupPageProps) {
  const group = await findGroup(params);
  if (group === undefined) notFound();
  return <ApiGroup reference={apiReference()} group={group} />;
}

async function findGroup(params: ApiGroupPageProps["params"]) {
  // Shows this installation's own base URL, which is unknown at build time.
  await connection();
  const { group: slug } = await params;
  return apiReference().groups.find(({ name }) => slugOf(name) === slug);
}
