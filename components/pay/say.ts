import { createElement, Fragment, type ReactNode } from "react";
import { TEXT, type TextKey } from "@/components/pay/text";

const PLACE = /\{([a-z]+)\}/;

/** A sentence of the page as text. */
export function say(key: TextKey, values: Readonly<Record<string, string>> = {}): string {
  return TEXT[key].replace(/\{([a-z]+)\}/g, (place, name: string) => values[name] ?? place);
}

/** A sentence of the page with marked-up values. */
export function rich(key: TextKey, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const parts = TEXT[key].split(PLACE).map((part, index) => (index % 2 === 1 ? values[part] : part));
  return createElement(Fragment, null, ...parts);
}
