import { parseArgs } from "node:util";
import { Plain } from "./steps.mjs";

export const help = `Paid Once: the checkout that charges once.

  npm start                      everything: database, provider simulator, app, worker
  npm start -- --port 3001       the app on another port (also PORT=3001 npm start)
  npm run dev                    the same, pages rebuilt as you edit
  npm run reset                  stop, delete the data, migrate, seed, and end

  --port N            port of the app (3000)
  --provider-port N   port of the payment provider simulator (4010)
  --dev               run with next dev
  --reset             delete the data and make it new
  --verbose           show every log line, not only warnings
  --help              this text

Every variable that changes something is explained in .env.example; a file named .env is read if there is one.
`;

/**
 * @param args without node and the script
 * @throws Plain with a sentence when a flag is not known
 */
export function parseOptions(args) {
  const flag = { type: "boolean", default: false };
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: "string" },
        "provider-port": { type: "string" },
        dev: flag,
        reset: flag,
        verbose: flag,
        help: flag,
      },
    });
    return values;
  } catch (error) {
    throw new Plain(`${error.message.replace(/\. To specify.*/s, "")}. See npm start -- --help`);
  }
}
