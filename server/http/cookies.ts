// The session cookie. HttpOnly and SameSite=Lax always; Secure, with the __Host- prefix, as soon as the page came by https.
import { sessionSeconds } from "../accounts/sessions.ts";

const plainName = "paid_once_session";
const secureName = `__Host-${plainName}`;

export function readSessionCookie(headers: Headers): string | undefined {
  const pairs = (headers.get("cookie") ?? "").split(/; */);
  for (const name of [secureName, plainName]) {
    const found = pairs.find((pair) => pair.startsWith(`${name}=`));
    if (found !== undefined) return found.slice(name.length + 1);
  }
  return undefined;
}

/** The `Set-Cookie` value that starts a session, or ends it when `token` is empty. */
export function sessionCookie(token: string, secure: boolean): string {
  const name = secure ? secureName : plainName;
  const age = token === "" ? 0 : sessionSeconds;
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure ? "; Secure" : ""}`;
}

/** Whether the browser's own connection was encrypted, also behind a proxy that says so. */
export function cameByHttps(headers: Headers): boolean {
  return headers.get("x-forwarded-proto") === "https";
}
