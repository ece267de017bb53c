import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { PageTitle } from "@/app/_ui/page-title";
import { TextLink } from "@/app/_ui/text-link";
import { type ProblemCode, problems } from "@/server/domain/errors";
import { retryMeanings } from "../problem-page";
import { isProblemCode, problemPageOf } from "../problem-pages";

type ProblemPageProps = { params: Promise<{ name: string }> };

export async function generateMetadata({ params }: ProblemPageProps): Promise<Metadata> {
  const { name } = await params;
  return { title: isProblemCode(name) ? problemPageOf(name).heading : "Page not found" };
}

export default async function ProblemPage({ params }: ProblemPageProps) {
  const { name } = await params;
  if (!isProblemCode(name)) notFound();
  const { heading, happened, twice, todo } = problemPageOf(name);
  return (
    <article>
      <PageTitle above={<TextLink href="/problems">When something goes wrong</TextLink>}>{heading}</PageTitle>
      <div className="grid max-w-measure gap-s5">
        <Part title="What happened">{happened}</Part>
        <Part title="Can trying again charge twice?">
          <strong>{twice.answer}.</strong> {twice.because}
        </Part>
        <Part title="What to do">{todo}</Part>
        <p>
          <TextLink href="/orders">See your orders</TextLink>
        </p>
        <ForPrograms code={name} />
      </div>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="font-serif text-t3 font-semibold">{title}</h2>
      <p className="mt-s1">{children}</p>
    </section>
  );
}

function ForPrograms({ code }: { code: ProblemCode }) {
  const { status, carries = [] } = problemPageOf(code);
  const { title, retry } = problems[code];
  return (
    <section className="border-t border-line pt-s4 text-t1">
      <h2 className="font-semibold">For programs</h2>
      <dl className="mt-s2 grid gap-x-s5 gap-y-s1 sm:grid-cols-[8rem_1fr]">
        <dt className="text-muted">Type</dt>
        <dd>
          <code className="font-mono">/problems/{code}</code>
        </dd>
        <dt className="text-muted">Title</dt>
        <dd>{title}</dd>
        <dt className="text-muted">HTTP status</dt>
        <dd className="tabular-nums">{status}</dd>
        <dt className="text-muted">Retry</dt>
        <dd>
          <code className="font-mono">{retry}</code>: {retryMeanings[retry]}
        </dd>
        {carries.length === 0 ? null : (
          <>
            <dt className="text-muted">Comes with</dt>
            <dd>
              <ul>
                {carries.map(([member, meaning]) => (
                  <li key={member}>
                    <code className="font-mono">{member}</code>: {meaning}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
