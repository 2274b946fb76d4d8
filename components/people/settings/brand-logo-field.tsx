"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { uploadLogo } from "@/lib/fronts/client/files";
import { rpc } from "@/lib/fronts/client/rpc";
import { useRefresh } from "@/lib/fronts/client/use-refresh";
import { type BrandLogo, logoPath } from "@/lib/people/brands/brand-view";

const HINT =
  "PNG, JPEG, WebP or GIF, up to 2 MB and 4096 × 4096 pixels; only the first frame of an animation is used. Shown at up to 160 × 48 next to your name.";

type BrandLogoFieldProps = {
  readonly logo: BrandLogo | null;
  readonly merchantName: string;
  readonly mayChange: boolean;
};

/**
 * The logo, uploaded as soon as it is chosen, and shown as payers will see it. An error stays
 * visible until the next upload.
 */
export function BrandLogoField({ logo, merchantName, mayChange }: BrandLogoFieldProps) {
  const refresh = useRefresh();
  const picker = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: (file: File | null): Promise<unknown> =>
      file === null ? rpc.merchant.removeLogo.mutate() : uploadLogo(file),
    onSuccess: (_answer, file) => {
      toast.success(file === null ? "Logo removed." : "Logo saved.");
      refresh();
      // The pressed button disappears with the logo.
      if (file === null) picker.current?.focus();
    },
  });
  const take = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    // Allows choosing the same file again after a refusal.
    input.value = "";
    if (file !== undefined && !save.isPending) save.mutate(file);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before the scripts were there
  useEffect(() => {
    if (picker.current !== null) take(picker.current);
  }, []);
  if (!mayChange) return logo && <LogoGrounds logo={logo} merchantName={merchantName} />;
  return (
    <div className="flex flex-col gap-3">
      {logo !== null && <LogoGrounds logo={logo} merchantName={merchantName} />}
      <Field label="Logo" isOptional hint={save.isPending ? "Uploading…" : HINT} error={save.error?.message} isReadOut>
        {(control) => (
          <input
            {...control}
            ref={picker}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            aria-busy={save.isPending || undefined}
            onChange={(event) => take(event.target)}
            className="w-full min-w-0 text-small file:mr-3 file:rounded-control file:border file:border-line-strong/60 file:bg-surface file:px-3 file:py-1.5 file:font-medium file:text-ink"
          />
        )}
      </Field>
      {logo !== null && (
        <Button size="small" className="self-start" isBusy={save.isPending} onClick={() => save.mutate(null)}>
          Remove logo
        </Button>
      )}
    </div>
  );
}

type LogoGroundsProps = { readonly logo: BrandLogo; readonly merchantName: string };

/** The logo on the page's light background, and on its plate in the dark theme. */
function LogoGrounds({ logo, merchantName }: LogoGroundsProps) {
  const size = { width: Math.ceil(logo.width / 2), height: Math.ceil(logo.height / 2) };
  return (
    <div className="flex flex-wrap gap-3">
      <span className="grid place-items-center rounded-control border border-line bg-[#fbfaf8] p-3">
        {/* biome-ignore lint/performance/noImgElement: served small and for ever already */}
        <img src={logoPath(logo)} alt={`Logo of ${merchantName}`} {...size} />
      </span>
      <span className="grid place-items-center rounded-control border border-line bg-[#0f1014] p-3">
        {/* biome-ignore lint/performance/noImgElement: served small and for ever already */}
        <img src={logoPath(logo)} alt="" {...size} className="box-content rounded-lg bg-white p-1.5" />
      </span>
    </div>
  );
}
