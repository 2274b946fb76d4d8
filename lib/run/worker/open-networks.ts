import type { AddressFamily } from "@/lib/chains/address-family";
import type { ChainDriver } from "@/lib/chains/driver";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { createWitnesses } from "@/lib/chains/registry/create-witnesses";
import { causeText, withoutNode } from "@/lib/fronts/doctor/format-text";
import { clearAlarm, listOpenSubjects, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import type { Catalog } from "@/lib/pricing/catalog/queries";

const kind = "network-misconfigured";

/**
 * Reports in the log, and by an alarm, which networks this worker lacks; ends the alarm of every
 * other one.
 */
export async function reportMisconfiguredNetworks(misconfigured: readonly MisconfiguredNetwork[]): Promise<void> {
  const codes = new Set(misconfigured.map(({ networkCode }) => networkCode));
  const over = (await listOpenSubjects(kind, "")).filter((subject) => !codes.has(subject));
  await withTransaction(async (tx) => {
    for (const subject of over) await clearAlarm(tx, { kind, subject });
    for (const { networkCode: subject, reason } of misconfigured) {
      const message = `NODE_URLS_${subject.toUpperCase()} cannot be used: ${reason}`;
      await raiseAlarm(tx, { kind, subject, message });
    }
  });
  for (const { networkCode, reason } of misconfigured)
    log().error(
      { network: networkCode, reason },
      "the setting of its nodes cannot be used; the worker goes on without it",
    );
}

export type OpenNetwork = {
  readonly network: CatalogNetwork & { readonly urls: readonly string[]; readonly needsSecondNode: boolean };
  readonly driver: ChainDriver;
  /** One driver for each host that runs its nodes. */
  readonly witnesses: readonly ChainDriver[];
};

/** A network whose configured nodes cannot be used, and why: a message without any node URL. */
export type MisconfiguredNetwork = { readonly networkCode: string; readonly reason: string };

/**
 * Creates a driver for each network with a configured node, without querying any. Includes disabled
 * networks, since their addresses may still receive payments. A setting that permits no driver (a
 * network that does not exist or that this build does not support, URL options that its driver does
 * not accept) disables only its own network. `hotAddressOf` is called when a node is first used.
 */
export async function openNetworks(
  catalog: Catalog,
  nodeUrls: Readonly<Record<string, readonly string[]>>,
  hotAddressOf?: HotAddressOf,
): Promise<{ readonly opened: readonly OpenNetwork[]; readonly misconfigured: readonly MisconfiguredNetwork[] }> {
  const outcomes = await Promise.all(
    Object.entries(nodeUrls).map(([code, urls]) => openNetwork(catalog, { code, urls, hotAddressOf })),
  );
  return {
    opened: outcomes.flatMap((outcome) => ("driver" in outcome ? [outcome] : [])),
    misconfigured: outcomes.flatMap((outcome) => ("reason" in outcome ? [outcome] : [])),
  };
}

type HotAddressOf = (family: AddressFamily) => string;
type Setting = {
  readonly code: string;
  readonly urls: readonly string[];
  readonly hotAddressOf: HotAddressOf | undefined;
};

async function openNetwork(
  catalog: Catalog,
  { code, urls, hotAddressOf }: Setting,
): Promise<OpenNetwork | MisconfiguredNetwork> {
  const network = catalog.network(code);
  if (network === null) return { networkCode: code, reason: "there is no such network" };
  try {
    const hotAddress = hotAddressOf && (() => hotAddressOf(network.family));
    const config = { ...driverConfigOf(catalog, code, urls), hotAddress };
    const [driver, witnesses] = [await createDriver(config), await createWitnesses(config)];
    return { network: { ...network, urls, needsSecondNode: witnesses.length > 1 }, driver, witnesses };
  } catch (error) {
    return { networkCode: code, reason: withoutNode(causeText(error), urls) };
  }
}
