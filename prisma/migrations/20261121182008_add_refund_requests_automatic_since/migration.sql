-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "refund_requests_automatic_since" TIMESTAMPTZ(3);

-- Nobody wrote down when these were switched, so they count from now: their requests wait for a person for one more day.
UPDATE merchants SET refund_requests_automatic_since = now() WHERE refund_request_policy = 'automatic';
ALTER TABLE merchants ADD CONSTRAINT merchants_refund_requests_automatic CHECK (
  (refund_request_policy = 'automatic') = (refund_requests_automatic_since IS NOT NULL)
);
