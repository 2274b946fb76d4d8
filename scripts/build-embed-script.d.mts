/** The packed script for shops' pages, as built from its sources. */
export function packEmbedScript(): Promise<string>;
