import { describeCodes, TELLING_SERVICES } from "@/components/payers/pay/testing/describe-codes";
import { PAYMENT_URIS } from "@/lib/money-in/invoices/testing/payment-uris";

describeCodes(PAYMENT_URIS.filter(({ service }) => !TELLING_SERVICES.has(service)));
