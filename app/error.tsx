"use client";

import { BrokenPage } from "./_ui/broken-page";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <BrokenPage error={error} retry={retry} />;
}
