// Tabs of one browser tell each other that a cart was ordered. A courtesy: the server refuses a second order without it.

export type OrderNews = { readonly cartId: string; readonly reference: string };

const channelName = "paid-once.orders";

export function tellOtherTabs(news: OrderNews): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(news);
  channel.close();
}

/** @returns how to stop listening */
export function onOrderNews(hear: (news: OrderNews) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Partial<OrderNews> | null>) => {
    if (typeof data?.cartId === "string" && typeof data.reference === "string") hear(data as OrderNews);
  };
  return () => channel.close();
}
