/**
 * Bodies and their signatures with the key `test_key`; a test compares them with the code that
 * verifies.
 */
export const SIGNING_VECTORS = [
  { body: "", sign: "8c32d1183251df9828f929b935ae0419" },
  { body: "{}", sign: "0a355f218d761a316dc1aa17ebd41029" },
  { body: '{"amount":"15","currency":"USD","order_id":"1"}', sign: "748826fee278b1f2f57bc1bc9c29795b" },
] as const;
