import type { ReactNode } from "react";

const THEMES = [
  { name: "Light", className: "light" },
  { name: "Dark", className: "dark" },
] as const;

/** The same content in both themes, side by side if there is room. */
export function ThemePanels({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mb-8">
      <h2 className="mb-3 text-title font-semibold tracking-tight">{title}</h2>
      <div className="grid gap-5 xl:grid-cols-2">
        {THEMES.map(({ name, className }) => (
          <div
            key={name}
            data-theme-panel={className}
            className={`${className} min-w-0 rounded-card border border-line bg-canvas px-4 text-ink sm:px-5`}
          >
            <p className="pt-4 text-label text-ink-quiet">{name}</p>
            {children}
          </div>
        ))}
      </div>
    </section>
  );
}
