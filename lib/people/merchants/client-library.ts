/** Kinds of client libraries, where those of this API family disagree about the interface. The first is the specification's. */
export const CLIENT_LIBRARIES = ["standard", "payout_key", "heleket"] as const;

export type ClientLibrary = (typeof CLIENT_LIBRARIES)[number];
