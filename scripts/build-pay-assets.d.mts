/** Style and script of the payment page, packed from their sources. */
export function packPayAssets(): Promise<{ script: string; style: string }>;
