import type { Metadata } from "next";
import { ifKnown, queryValue, readAsVisitor, type SearchParams } from "@/app/_server/read";
import { Button } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { PageTitle } from "@/app/_ui/page-title";

type SignInPageProps = { searchParams: SearchParams };

const unknownKey = "This key is not known here. Check that it is complete";

export async function generateMetadata({ searchParams }: SignInPageProps): Promise<Metadata> {
  return { title: (await isRefused(searchParams)) ? "Error: Sign in" : "Sign in" };
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const refused = await isRefused(searchParams);
  const back = await queryValue(searchParams, "back");
  const known = (await ifKnown((await readAsVisitor()).orders.list({}))) !== undefined;
  return (
    <>
      {refused ? (
        <div className="mb-s5">
          <ErrorSummary problems={[{ fieldId: "key", message: unknownKey }]} />
        </div>
      ) : null}
      <PageTitle lead="To buy something you need no account. A key opens the one it belongs to: an operator’s desk, or a shopper’s orders.">
        Sign in with a key
      </PageTitle>
      <div className="grid gap-s7">
        <form method="post" action="/api/forms/session" className="grid max-w-measure gap-s4">
          {back === undefined ? null : <input type="hidden" name="back" value={back} />}
          <Field
            name="key"
            label="API key"
            type="password"
            autoComplete="off"
            spellCheck={false}
            hint="The start command prints one for a shopper and one for the operator."
            error={refused ? unknownKey : undefined}
          />
          <div>
            <Button>Sign in</Button>
          </div>
        </form>
        {known ? <SignOut /> : null}
      </div>
    </>
  );
}

function SignOut() {
  return (
    <section className="max-w-measure border-t border-line pt-s4">
      <h2 className="font-serif text-t3 font-semibold">Sign out</h2>
      <p className="mt-s1">
        This browser has an account now. Without a key for it, its cart and orders can’t be opened again after
        signing out.
      </p>
      <form method="post" action="/api/forms/session/end" className="mt-s4">
        <Button variant="secondary">Sign out</Button>
      </form>
    </section>
  );
}

async function isRefused(searchParams: SearchParams): Promise<boolean> {
  return (await queryValue(searchParams, "problem")) === "unauthenticated";
}
