import type { ReactNode } from "react";
import { Logo } from "@/components/frame/logo";

export type AuthFrameProps = { readonly title: string; readonly description: ReactNode; readonly children: ReactNode };

/** The page around a form for visitors who are not signed in. */
export function AuthFrame({ title, description, children }: AuthFrameProps) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex justify-center text-title">
          <Logo />
        </div>
        <div className="rounded-card border border-line bg-surface p-6 shadow-raised">
          <h1 className="wrap-anywhere text-figure font-semibold tracking-tight">{title}</h1>
          <p className="wrap-anywhere mt-1 mb-5 text-small text-ink-soft">{description}</p>
          {children}
        </div>
      </div>
    </main>
  );
}
