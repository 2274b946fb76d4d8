"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { Toaster } from "sonner";
import { browserQueryClient } from "@/lib/fronts/client/query-client";

export type ProvidersProps = {
  /** Allows the script that sets the theme before the first paint under the page's CSP. */
  readonly nonce: string | undefined;
  readonly children: ReactNode;
};

export function Providers({ nonce, children }: ProvidersProps) {
  return (
    <ThemeProvider attribute="class" defaultTheme="system" disableTransitionOnChange {...(nonce && { nonce })}>
      <QueryClientProvider client={browserQueryClient(null)}>
        <NuqsAdapter>{children}</NuqsAdapter>
      </QueryClientProvider>
      <Toaster
        position="bottom-right"
        toastOptions={{
          classNames: {
            toast: "!bg-surface !text-ink !border-line !shadow-raised !rounded-card !font-sans",
            description: "!text-ink-soft",
          },
        }}
      />
    </ThemeProvider>
  );
}
