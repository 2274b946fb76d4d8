export type Shape = string | readonly Shape[] | { readonly [key: string]: Shape };
export function shapeOf(value: unknown): Shape;
export function mergeShapes(left: Shape, right: Shape): Shape;
export function differences(
  value: unknown,
  shape: Shape,
  parts?: { readonly [name: string]: Shape },
  path?: string,
): string[];
