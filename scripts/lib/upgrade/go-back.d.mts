import type { Client } from "pg";

export function goBack(
  client: Client,
  options: {
    readonly roles?: { readonly web: string; readonly worker: string };
    readonly restart: (kind: "web" | "worker") => Promise<void>;
    readonly say: (text: string) => void;
  },
): Promise<void>;
