import { go } from "@/components/docs/snippets/go";
import { node } from "@/components/docs/snippets/node";
import { php } from "@/components/docs/snippets/php";
import { python } from "@/components/docs/snippets/python";
import { ruby } from "@/components/docs/snippets/ruby";
import type { Snippet } from "@/components/docs/snippets/snippet";

/** In the order of the tabs. */
export const SNIPPETS: readonly Snippet[] = [php, node, python, go, ruby];
