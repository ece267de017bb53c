import { connect, createServer } from "node:net";
import { Plain } from "./steps.mjs";

function canListen(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => {
      if (error.code === "EADDRINUSE") return resolve(false);
      if (error.code === "EACCES")
        return reject(new Plain(`Port ${port} may not be used without more rights. Choose one above 1023.`));
      reject(new Plain(`${host} port ${port} cannot be listened on: ${error.message}. Check HOST.`));
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

// A listener on every address does not always refuse a second one on loopback (macOS), but it does answer.
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: 1000 });
    const settle = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
    socket.once("timeout", () => settle(false));
  });
}

/**
 * @param wanted `{ port, host, name, change }`: `name` for the reader, `change` says how to choose another port
 * @throws Plain with one sentence for each port that is taken
 */
export async function requirePorts(wanted) {
  const taken = [];
  for (const { port, host, name, change } of wanted) {
    const twin = wanted.find((other) => other.port === port);
    if (twin.name !== name)
      taken.push(`Port ${port} is wanted twice, for ${twin.name} and for ${name}: ${change}.`);
    else if (!(await canListen(port, host)) || (await answers(port)))
      taken.push(`Port ${port}, wanted for ${name}, is taken. To use another: ${change}.`);
  }
  if (taken.length > 0) throw new Plain(taken.join("\n"));
}
