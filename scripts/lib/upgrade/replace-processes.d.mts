import type { Client } from "pg";

export function replaceProcesses(
  client: Pick<Client, "query">,
  options: {
    readonly kind: "web" | "worker";
    readonly version: string;
    readonly command?: string;
    readonly waitS: number;
    readonly say: (text: string) => void;
  },
): Promise<void>;
