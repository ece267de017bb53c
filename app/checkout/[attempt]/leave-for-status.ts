// To the status page, as soon as there is a server to show it: a browser's own error page would tell a buyer nothing.

const pauseMs = 3_000;

export async function leaveForStatus(attempt: string): Promise<void> {
  const page = `/checkout/${attempt}/status`;
  while (!(await answers(page))) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  location.assign(page);
}

async function answers(page: string): Promise<boolean> {
  try {
    return (await fetch(page, { method: "HEAD", signal: AbortSignal.timeout(pauseMs) })).status < 500;
  } catch {
    return false;
  }
}
