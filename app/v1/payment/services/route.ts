import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { paymentServicesView } from "@/lib/catalog/payment-services-view";
import { loadCatalog } from "@/lib/catalog/queries";
import { serviceListView } from "@/lib/catalog/schema";

/** What can be paid with, on which terms. */
export const POST = endpoint({
  keys: ["payment"],
  input: z.object({}),
  output: serviceListView,
  handle: async () => paymentServicesView(await loadCatalog()),
});
