"use client";

import { Button } from "./button";
import { PageTitle } from "./page-title";

type BrokenPageProps = { error: unknown; retry: () => void };

/** What a reader is told when a page could not be shown: first their money, then their data, then the way on. */
export function BrokenPage({ error, retry }: BrokenPageProps) {
  const reference = referenceOf(error);
  return (
    <>
      <title>Error: this page did not load · Paid Once</title>
      <PageTitle lead="The fault is ours. Showing a page never charges you, and what you had saved is still there.">
        Sorry, this page did not load
      </PageTitle>
      <div className="grid max-w-measure gap-s4">
        <p>
          If you had just pressed the pay button, your payment may have gone through. Look at your orders
          first. Pressing the button again for the same cart can’t charge you twice; paying for a new cart
          would be a new order.
        </p>
        {/* Plain links on purpose: a full page load leaves the broken state behind. */}
        <p className="flex flex-wrap items-center gap-s5">
          <Button type="button" onClick={retry}>
            Load this page again
          </Button>
          <a href="/orders" className="link inline-flex min-h-tap items-center">
            See your orders
          </a>
        </p>
        {reference === undefined ? null : (
          <p className="text-t1 text-muted">
            If it keeps happening, tell us this reference: <code className="font-mono">{reference}</code>
          </p>
        )}
      </div>
    </>
  );
}

function referenceOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("digest" in error)) return undefined;
  return typeof error.digest === "string" ? error.digest : undefined;
}
