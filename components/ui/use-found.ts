"use client";

import { useQuery } from "@tanstack/react-query";
import { rpc } from "@/lib/fronts/client/rpc";
import { SEARCH_CHARACTERS_MIN, type SearchKind } from "@/lib/fronts/dashboard/search-schema";

/**
 * Returns the merchant's objects that match a text; sends no request while the text is too short.
 */
export function useFound(text: string, kind?: SearchKind) {
  const q = text.trim();
  return useQuery(
    rpc.search.find.queryOptions({ q, ...(kind && { kind }) }, { enabled: q.length >= SEARCH_CHARACTERS_MIN }),
  );
}
