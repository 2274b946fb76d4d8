import { payFeed, payNewsBody } from "@/app/pay/pay-news";
import { followedUuid, streamWords } from "@/app/pay/stream-request";
import { streamPage } from "@/lib/delivery/live/stream-page";

/** What an open payment page listens to: the answers of `/state`, each when it is true. Served beside Next (decision 0017). */
export async function GET(request: Request): Promise<Response> {
  const words = await streamWords(request);
  const tell = (news: Parameters<typeof payNewsBody>[0]) => JSON.stringify(payNewsBody(news, words));
  return await streamPage(request, { feed: payFeed, id: followedUuid(request), tell });
}
