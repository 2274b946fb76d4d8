import { env } from "@/lib/kernel/env";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/*
 * Play money is to be seen moving, and its nodes are ours alone: a sandbox is looked at more often than real networks are. What is paced so
 * asks here and nowhere else, so that a measurement can run sandbox chains at the pace of real ones.
 */

export const hasPlayPace = ({ isSandbox }: Pick<CatalogNetwork, "isSandbox">): boolean => isSandbox;

/** Of what goes through all networks, or is about none. */
export const isPlayInstallation = (): boolean => env().SANDBOX;
