import { env } from "@/lib/env";
import { streamsOfAddressMax } from "@/lib/http/address-limits";
import { closePageHub } from "@/lib/live/page-hub";
import { createStreamPlaces } from "@/lib/live/stream-places";

/** The same link opened on a few devices, not a way to take all places. */
const LISTENERS_OF_PAGE_MAX = 20;

/** The places for open pages in this process. */
export const pagePlaces = createStreamPlaces(() => ({
  all: env().PAGE_LISTENERS_MAX,
  page: LISTENERS_OF_PAGE_MAX,
  address: streamsOfAddressMax(),
}));

/** For the end of the process: ends every stream, so that browsers come back to another one, and hears of nothing any more. */
export async function closePageStreams(): Promise<void> {
  pagePlaces.close();
  await closePageHub();
}
