import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";

const loopback = "127.0.0.1";

// Below every system's range for outgoing connections (Linux starts at 32768), so that a remembered port is not
// borrowed by a passing connection while the server is down.
const lowest = 20_000;
const highest = 29_999;
const triesMax = 100;

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: loopback, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

// A listener on every address does not always refuse a second one on loopback (macOS), but it does answer.
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: loopback, timeout: 1000 });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
    socket.once("timeout", () => settle(false));
  });
}

export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port)) && !(await answers(port));
}

/** A loopback port that nobody uses now. */
export async function chooseFreePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = randomInt(lowest, highest + 1);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port was found between ${lowest} and ${highest}.`);
}
