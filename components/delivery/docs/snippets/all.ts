import { go } from "@/components/delivery/docs/snippets/go";
import { node } from "@/components/delivery/docs/snippets/node";
import { php } from "@/components/delivery/docs/snippets/php";
import { python } from "@/components/delivery/docs/snippets/python";
import { ruby } from "@/components/delivery/docs/snippets/ruby";
import type { Snippet } from "@/components/delivery/docs/snippets/snippet";

/** In the order of the tabs. */
export const SNIPPETS: readonly Snippet[] = [php, node, python, go, ruby];
