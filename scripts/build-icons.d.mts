import type { Sharp } from "sharp";

export type IconFile = { readonly file: string; readonly pixels: number; readonly isFilled: boolean };
export const ICONS: readonly IconFile[];
export function drawIcon(icon: Pick<IconFile, "pixels" | "isFilled">): Sharp;
